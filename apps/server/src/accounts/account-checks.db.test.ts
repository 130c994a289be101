import { expect, it } from 'vitest';
import { cloneDatabase, openDatabase } from '../../test/database.ts';
import { fillOrganization } from '../../test/fill-everything.ts';
import { identityProvider } from '../../test/identity-provider.ts';
import { checkAccounts, checkSignIn } from './account-checks.ts';

const server = await cloneDatabase();
const { query } = server;
const { db } = openDatabase(server.url, 1);
const publicUrl = 'https://warranty.example.com';
const at = (url: string) => ({
  publicUrl: url,
  signIn: { mode: 'optional', passkeys: true } as const,
  oidc: null,
});

const everyAdmin = { level: 'ok', name: 'admins', text: 'every organization has one' };
const warning = (name: string, text: unknown) => ({ level: 'warning', name, text });

const nameOf = async (id = '') =>
  (await query<{ username: string }>('select username from users where id = $1', [id]))[0]?.username;

it('says where passkeys work', async () => {
  const text = 'optional (SIGN_IN), with passkeys for';
  const finding = { level: 'ok', name: 'sign-in' };
  expect(await checkSignIn(at(publicUrl))).toEqual([
    { ...finding, text: `${text} warranty.example.com (PUBLIC_URL)` },
  ]);
  expect(await checkSignIn(at('http://localhost:3000'))).toEqual([
    { ...finding, text: `${text} localhost (PUBLIC_URL): people can sign in on this machine only` },
  ]);
});

it('says what to register at the provider, and whether that replies', async () => {
  const { issuer, settings, misbehaving } = await identityProvider();
  const oidc = {
    ...{ issuer, clientId: settings.OIDC_CLIENT_ID, clientSecret: settings.OIDC_CLIENT_SECRET },
    ...{ label: 'Contoso', scopes: 'openid' },
  };
  const withProvider = { ...at(publicUrl), signIn: { mode: 'required', passkeys: false } as const, oidc };
  const register = `register there as the redirect URL: ${publicUrl}/sign-in/callback`;
  expect(await checkSignIn(withProvider)).toEqual([
    {
      ...{ level: 'ok', name: 'sign-in' },
      text: 'required (SIGN_IN), with Contoso for warranty.example.com (PUBLIC_URL)',
    },
    { level: 'ok', name: 'provider', text: `${issuer} replies; ${register}` },
  ]);
  const [, found] = await misbehaving({ metadata: { issuer: 'https://other.example' } }, () =>
    checkSignIn(withProvider),
  );
  expect(found).toEqual(warning('provider', expect.stringContaining('does not reply as OIDC_ISSUER should')));
  // No one is kept out by passkeys that are not used.
  expect(await checkAccounts(db, withProvider)).toEqual([everyAdmin]);
});

it('finds nothing wrong where there is nothing', async () => {
  const passkeys = { level: 'ok', name: 'passkeys', text: 'all are for warranty.example.com' };
  expect(await checkAccounts(db, at(publicUrl))).toEqual([everyAdmin, passkeys]);
});

it('names organizations without an admin and people without a passkey that works', async () => {
  const [first, second, suspended, erased] = await Promise.all(
    [1, 2, 3, 4].map(() => fillOrganization(server)),
  );
  // What cannot be used does not count.
  for (const [column, team] of [
    ['suspended_at', suspended],
    ['forgotten_at', erased],
  ] as const) {
    const ids = [team?.organization, team?.person];
    await query(`update users set ${column} = now() where id = any($1)`, [ids]);
    await query('delete from memberships where owner = $1', [team?.organization]);
  }
  const passkeysHere = { level: 'ok', name: 'passkeys', text: 'all are for localhost' };
  expect(await checkAccounts(db, at('https://localhost'))).toEqual([everyAdmin, passkeysHere]);

  await query("update memberships set role = 'member' where owner = $1", [first?.organization]);
  await query(
    `insert into passkeys (id, person_id, public_key, host, name)
     values (uuid_send(gen_random_uuid()), $1, '', 'warranty.example.com', 'Phone')`,
    [first?.person],
  );
  const [handle, other] = [await nameOf(first?.organization), await nameOf(second?.organization)];
  const lockedOut = await nameOf(second?.person);
  expect(await checkAccounts(db, at(publicUrl))).toEqual([
    warning('admins', `no admin who may sign in: ${handle}; let one in: appoint-admin ${handle}`),
    warning(
      'passkeys',
      `2 not for warranty.example.com; who needs a link (sign-in-link PERSON): ${lockedOut}`,
    ),
  ]);

  // An admin who is suspended cannot sign in either, and needs no link.
  await query('update users set suspended_at = now() where id = $1', [second?.person]);
  const text = '1 not for warranty.example.com; their people have others for it';
  expect(await checkAccounts(db, at(publicUrl))).toEqual([
    warning('admins', expect.stringContaining([handle, other].toSorted().join(', '))),
    { level: 'ok', name: 'passkeys', text },
  ]);
});

it('names ten at most', async () => {
  await Promise.all(Array.from({ length: 12 }, () => fillOrganization(server)));
  await query('delete from memberships');
  expect(await checkAccounts(db, at(publicUrl))).toEqual([
    warning('admins', expect.stringMatching(/in: ([\w-]+, ){9}[\w-]+ and 4 more; let/)),
    warning('passkeys', expect.stringMatching(/: ([\w-]+, ){9}[\w-]+ and 2 more$/)),
  ]);
});

it('looks for none of this where no one signs in', async () => {
  const off = { ...at(publicUrl), signIn: { mode: 'off', passkeys: true } as const };
  expect([await checkAccounts(db, off), await checkSignIn(off)]).toEqual([[], []]);
});
