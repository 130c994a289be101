import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromOwnPage, startTestApp, type TestApp } from '../../../test/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const list = (userId: string, cookie: string) =>
  server.app.inject({ url: `/api/user/${userId}/api-keys`, headers: { ...fromOwnPage, cookie } });

async function storeKey(username: string, vendor: string, keyType: string): Promise<void> {
  await server.database.query(
    `insert into api_keys (user_id, vendor, key_type, key_value)
     select id, $2, $3, 'sealed-value' from users where username = $1`,
    [username, vendor, keyType],
  );
}

describe('GET /api/user/{userId}/api-keys', () => {
  it('lists the five vendors with the keys each needs, none configured at first', async () => {
    const { userId, cookie } = await server.startSession();
    expect((await list(userId, cookie)).json()).toEqual({
      configs: [
        {
          vendor: 'Dell',
          isConfigured: false,
          keyTypes: { client_id: 'Not configured', client_secret: 'Not configured' },
        },
        { vendor: 'Lenovo', isConfigured: false, keyTypes: { api_key: 'Not configured' } },
        {
          vendor: 'HP',
          isConfigured: false,
          keyTypes: { client_id: 'Not configured', client_secret: 'Not configured' },
        },
        {
          vendor: 'Cisco',
          isConfigured: false,
          keyTypes: { client_id: 'Not configured', client_secret: 'Not configured' },
        },
        { vendor: 'Meraki', isConfigured: false, keyTypes: { api_key: 'Not configured' } },
      ],
    });
  });

  it('is configured once every needed key is there, and shows nothing of their values', async () => {
    const { userId, cookie } = await server.startSession();
    const hp = async () =>
      (await list(userId, cookie))
        .json()
        .configs.find((config: { vendor: string }) => config.vendor === 'HP');
    await storeKey(userId, 'hp', 'client_id');
    expect(await hp()).toMatchObject({ isConfigured: false });
    await storeKey(userId, 'hp', 'client_secret');
    expect(await hp()).toMatchObject({ isConfigured: true });
    expect((await list(userId, cookie)).body).not.toContain('sealed-value');
  });

  it("answers the same for somebody else's id as for one that nobody has", async () => {
    const owner = await server.startSession();
    const stranger = await server.startSession();
    await storeKey(owner.userId, 'lenovo', 'api_key');
    const theirs = await list(owner.userId, stranger.cookie);
    const nobodys = await list('demo-user-nobody000', stranger.cookie);
    expect([theirs.statusCode, theirs.body]).toEqual([404, nobodys.body]);
  });
});
