import { describe, expect, it } from 'vitest';
import {
  assertionForm,
  assertionText,
  BUSINESS_ID,
  OTHER_ID,
  OTHER_KEY,
  SCHOOL_ID,
  TEST_KEY,
} from '../../test/assertion.ts';
import { type Client, NOW, startClient } from '../../test/client.ts';

const PATH = '/auth/oauth2/token';
const SECONDS = Math.floor(NOW / 1000);
const DAY = 86_400;

/** Undefined omits a field. */
function formWith(fields: Record<string, string | undefined>): Record<string, string> {
  return JSON.parse(JSON.stringify({ ...assertionForm(), ...fields })) as Record<string, string>;
}

function appleToken({ url }: Client, form = assertionForm()): Promise<Response> {
  return fetch(`${url}${PATH}`, { method: 'POST', body: new URLSearchParams(form) });
}

async function replyTo(form: Record<string, string>): Promise<[number, unknown]> {
  const reply = await appleToken(await startClient(), form);
  return [reply.status, await reply.json()];
}

const refused = (error: string) => [400, { error }];

describe('POST /auth/oauth2/token', () => {
  it.each([
    ['business', BUSINESS_ID, 'business.api'],
    ['school', SCHOOL_ID, 'school.api'],
  ])('grants an hour to a %s', async (_, clientId, scope) => {
    expect(await replyTo(assertionForm({ clientId }))).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope },
    ]);
  });

  it('accepts any key of other clients, and assertions for up to 180 days', async () => {
    expect((await replyTo(assertionForm({ clientId: OTHER_ID, key: OTHER_KEY })))[0]).toBe(200);
    const exp = SECONDS + 180 * DAY;
    expect((await replyTo(assertionForm({ claims: { exp } })))[0]).toBe(200);
  });

  it.each([
    ['no grant type', { grant_type: undefined }, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no client id', { client_id: undefined }, 'invalid_request'],
    ['no assertion', { client_assertion: undefined }, 'invalid_request'],
    ['a secret instead', { client_assertion: undefined, client_secret: 'mine' }, 'invalid_request'],
    ['another assertion type', { client_assertion_type: 'jwt' }, 'invalid_request'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['another scope', { scope: 'all.api' }, 'invalid_scope'],
    ['the scope of a school', { scope: 'school.api' }, 'invalid_scope'],
    ['the id of another client', { client_id: SCHOOL_ID, scope: 'school.api' }, 'invalid_client'],
    ['something else than an assertion', { client_assertion: 'a.b' }, 'invalid_client'],
    ['more than an assertion', { client_assertion: `${assertionText()}.more` }, 'invalid_client'],
  ])('rejects %s', async (_, fields, error) => {
    expect(await replyTo(formWith(fields))).toEqual(refused(error));
  });

  it.each([
    ['a client id in another format', { clientId: 'BUSINESSAPI.mine' }],
    ['a client id of another kind', { clientId: OTHER_ID.replace('BUSINESS', 'HOSPITAL') }],
    ['another algorithm', { header: { alg: 'ES384' } }],
    ['no key id', { header: { kid: undefined } }],
    ['the id of another key', { header: { kid: 'another' } }],
    ['a bad key id', { clientId: OTHER_ID, header: { kid: 'a-bad-one' } }],
    ['another issuer', { claims: { iss: OTHER_ID } }],
    ['another subject', { claims: { sub: OTHER_ID } }],
    ['the address as the audience', { claims: { aud: 'https://account.apple.com/auth/oauth2/token' } }],
    ['no id', { claims: { jti: undefined } }],
    ['no start', { claims: { iat: undefined } }],
    ['a start in the future', { claims: { iat: SECONDS + 61 } }],
    ['no end', { claims: { exp: undefined } }],
    ['an end as text', { claims: { exp: String(SECONDS + 900) } }],
    ['an end in the past', { claims: { iat: SECONDS - 900, exp: SECONDS } }],
    ['more than 180 days', { claims: { exp: SECONDS + 180 * DAY + 1 } }],
    ['the signature of another key', { key: OTHER_KEY }],
    ['a signature in another format', { clientId: OTHER_ID, encoding: 'der' as const }],
  ])('rejects %s with the same reply', async (_, of) => {
    expect(await replyTo(assertionForm(of))).toEqual(refused('invalid_client'));
  });

  it('rejects an assertion that was changed after signing', async () => {
    const [header, , signature] = assertionText().split('.');
    const [, claims] = assertionText({ key: TEST_KEY, claims: { exp: SECONDS + 901 } }).split('.');
    const form = formWith({ client_assertion: `${header}.${claims}.${signature}` });
    expect(await replyTo(form)).toEqual(refused('invalid_client'));
  });

  it('rejects GET, fields in the query, and other paths', async () => {
    const { url } = await startClient();
    const query = new URLSearchParams(assertionForm());
    expect((await fetch(`${url}${PATH}`)).status).toBe(405);
    expect((await fetch(`${url}${PATH}?${query}`, { method: 'POST' })).status).toBe(400);
    expect((await fetch(`${url}/auth/oauth2/v2/token`, { method: 'POST' })).status).toBe(404);
  });

  it('checks assertions against the simulator’s clock', async () => {
    const client = await startClient();
    const form = assertionForm();
    expect((await appleToken(client, form)).status).toBe(200);
    await client.advance(901);
    expect((await appleToken(client, form)).status).toBe(400);
  });
});

describe('faults of the token call', () => {
  it('refuseKeys, expiredAssertion and tokenErrors', async () => {
    const client = await startClient();
    const statuses = async () => [(await appleToken(client)).status, (await appleToken(client)).status];
    await client.faults({ apple: { refuseKeys: true } });
    expect(await statuses()).toEqual([400, 400]);
    await client.faults({ apple: { refuseKeys: false, expiredAssertion: { times: 1 } } });
    const expired = await appleToken(client);
    expect([expired.status, await expired.json()]).toEqual(refused('invalid_client'));
    expect((await appleToken(client)).status).toBe(200);
    await client.faults({ apple: { tokenErrors: { times: 1 } } });
    expect(await statuses()).toEqual([500, 200]);
  });
});
