import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';

const server = await startTestApp();

let lastOctet = 0;
/** Attempts are limited per IP address, so each test uses its own. */
const newAddress = () => {
  lastOctet += 1;
  return `192.0.2.${lastOctet}`;
};

async function makeCode(cookie: string): Promise<string> {
  const response = await server.send('POST', '/api/auth/recovery-code', { cookie });
  expect(response.statusCode).toBe(201);
  return response.json<{ recoveryCode: string }>().recoveryCode;
}

function recover(recoveryCode: string, remoteAddress = newAddress(), cookie = '') {
  return server.send('POST', '/api/auth/recover', { cookie, payload: { recoveryCode }, remoteAddress });
}

/** The same code with another last character: its selector matches, its secret does not. */
const spoil = (code: string) => code.slice(0, -1) + (code.endsWith('0') ? '1' : '0');

describe('POST /api/auth/recover', () => {
  it('signs another browser in as the user, once', async () => {
    const { cookie, userId } = await server.startSession();
    const code = await makeCode(cookie);
    const first = await recover(code);
    expect(first.json()).toEqual({ userId });
    expect(first.cookies[0]?.value).toBeTruthy();
    const second = await recover(code);
    expect(second.statusCode).toBe(422);
    expect(second.headers['set-cookie']).toBeUndefined();
  });

  it('accepts the code in the formats users type', async () => {
    const { cookie, userId } = await server.startSession();
    const code = (await makeCode(cookie))
      .toLowerCase()
      .replaceAll('-', ' ')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect((await recover(` ${code} `)).json()).toEqual({ userId });
  });

  it('locks a code after five wrong attempts, even for the right secret', async () => {
    const { cookie } = await server.startSession();
    const code = await makeCode(cookie);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await recover(spoil(code))).statusCode).toBe(422);
    expect((await recover(code)).json()).toMatchObject({ code: 'recovery_code_refused' });
  });

  it('still accepts a code after four wrong attempts', async () => {
    const { cookie, userId } = await server.startSession();
    const code = await makeCode(cookie);
    for (let attempt = 0; attempt < 4; attempt += 1) await recover(spoil(code));
    expect((await recover(code)).json()).toEqual({ userId });
  });

  it('accepts a code for only one of two concurrent requests', async () => {
    const { cookie } = await server.startSession();
    const code = await makeCode(cookie);
    const answers = await Promise.all([recover(code), recover(code), recover(code)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422, 422]);
  });

  it('replaces the earlier code and ends the current session of the recovering browser', async () => {
    const owner = await server.startSession();
    const old = await makeCode(owner.cookie);
    const fresh = await makeCode(owner.cookie);
    expect((await recover(old)).statusCode).toBe(422);
    const stranger = await server.startSession();
    expect((await recover(fresh, newAddress(), stranger.cookie)).json()).toEqual({ userId: owner.userId });
    const replay = await server.send('GET', '/api/auth/session', { cookie: stranger.cookie });
    expect(replay.statusCode).toBe(401);
  });

  it('stores only hashes of codes', async () => {
    const { cookie } = await server.startSession();
    const code = await makeCode(cookie);
    const dump = JSON.stringify(
      await server.database.query('select selector, encode(secret_hash, $1) from recovery_codes', ['escape']),
    );
    expect(dump).not.toContain(code.replaceAll('-', '').slice(8));
  });

  it('limits attempts per IP address and returns a time to retry after', async () => {
    const address = newAddress();
    const answers = [];
    for (let attempt = 0; attempt < 21; attempt += 1) answers.push(await recover('0000-0000', address));
    expect(answers.filter((answer) => answer.statusCode === 422)).toHaveLength(20);
    const last = answers.at(-1);
    expect(last?.statusCode).toBe(429);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await recover('0000-0000')).statusCode).toBe(422);
  });
});
