import { randomBytes } from 'node:crypto';
import { agentUser, sendScan } from './agents.ts';
import { type BulkFixture, type BulkUser, dellFile } from './bulk.ts';
import { tokenUser } from './tokens.ts';
import { buildWorkbook, inline } from './workbooks/build-workbook.ts';

/** Creates an organization with a member, and at least one row in every table that only these have. Returns their ids. */
export async function fillOrganization({ query }: Pick<BulkFixture, 'query'>) {
  const create = async (kind: 'organization' | 'person') => {
    const [user] = await query<{ id: string }>(
      `insert into users (username, password, kind, last_used_at)
       values ($1::text || '-' || substr(gen_random_uuid()::text, 1, 8), '!', $1, 'infinity') returning id`,
      [kind],
    );
    return user?.id ?? '';
  };
  const [organization, person] = [await create('organization'), await create('person')];
  const ids = [organization, person];
  await query("insert into organizations (id, name) values ($1, 'Contoso')", [organization]);
  await query("insert into people (id, name) values ($1, 'Anna')", [person]);
  await query("insert into memberships (owner, person_id, role) values ($1, $2, 'admin')", ids);
  await query(
    `insert into passkeys (id, person_id, public_key, host, name)
     values (uuid_send(gen_random_uuid()), $1, '', 'localhost', 'Laptop')`,
    [person],
  );
  await query("insert into identities values ('https://id.example.com', gen_random_uuid(), $1)", [person]);
  await query(
    `insert into one_time_links (secret_hash, owner, role, created_by, expires_at)
     values (uuid_send(gen_random_uuid()), $1, 'member', $2, now() + interval '7 days')`,
    ids,
  );
  await query(
    `insert into sign_in_attempts (attempt_hash, browser_hash, purpose, person_id)
     values (uuid_send(gen_random_uuid()), '', 'new-passkey', $1)`,
    [person],
  );
  return { organization, person };
}

/** Leaves at least one row of the user in every table that a browser can have rows in. */
export async function fillEverything({ server, query }: BulkFixture, user: BulkUser): Promise<void> {
  await user.save('lenovo', 'api_key', 'the-owners-api-key');
  await user.test('lenovo', 'api_key', 'the-owners-api-key');
  const lookup = await user.lookup('PF0ABC12', 'Lenovo');
  if (lookup.statusCode !== 200) throw new Error(lookup.body);
  // As if Lenovo had said something else before.
  await query(
    `update warranty_records set answer = '{"kind":"not-known"}'
      where owner = (select id from users where username = $1)`,
    [user.userId],
  );
  await user.run(dellFile(250));
  const { id } = await user.create();
  const rows = [
    ['Serial', 'Maker'],
    ['B000001', 'Dell'],
  ].map(
    ([serial = '', maker = ''], index) =>
      `<row>${inline(`A${index + 1}`, serial)}${inline(`B${index + 1}`, maker)}</row>`,
  );
  await user.upload(id, Buffer.from(buildWorkbook({ sheets: [{ name: 'S', rows: rows.join('') }] })));
  await user.over(id);
  // Not cached by another user, so that it counts as a call of this one.
  await user.lookup(`E${randomBytes(3).toString('hex')}`, 'Dell');
  const { token } = await tokenUser(user).make();
  await query('insert into access_token_windows values ($1, now(), 1)', [token.id]);
  await sendScan(server, user);
  await agentUser(user).make();
}
