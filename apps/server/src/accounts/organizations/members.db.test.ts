import { describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../../test/database.ts';
import { fillOrganization } from '../../../test/fill-everything.ts';

const { query } = await cloneDatabase();

const create = () => fillOrganization({ query });

async function createToken(owner: string, createdBy: string | null): Promise<string> {
  const [token] = await query<{ id: string }>(
    `insert into external_api_tokens (user_id, created_by, token_name, token_hash, masked)
     values ($1, $2, 'CMDB', uuid_send(gen_random_uuid()), 'wlt_') returning id`,
    [owner, createdBy],
  );
  return token?.id ?? '';
}

const creatorsOf = (table: string, owner: string, ownerColumn = 'owner') =>
  query(`select created_by from ${table} where ${ownerColumn} = $1`, [owner]);

const leave = (organization: string, person: string) =>
  query('delete from memberships where owner = $1 and person_id = $2', [organization, person]);

describe('when a member leaves', () => {
  it('their tokens stay, to be taken over, and no member answers for them', async () => {
    const { organization, person } = await create();
    await createToken(organization, person);
    await leave(organization, person);
    expect(await creatorsOf('external_api_tokens', organization, 'user_id')).toEqual([{ created_by: null }]);
  });

  it('their invitations are deleted, and those of commands are not', async () => {
    const { organization, person } = await create();
    await query(
      `insert into one_time_links (secret_hash, owner, role, expires_at, label)
       values (uuid_send(gen_random_uuid()), $1, 'admin', now(), 'of a command')`,
      [organization],
    );
    await leave(organization, person);
    const links = await query('select label from one_time_links where owner = $1', [organization]);
    expect(links).toEqual([{ label: 'of a command' }]);
  });

  it('what they own in other organizations stays', async () => {
    const [first, second] = [await create(), await create()];
    await query("insert into memberships (owner, person_id, role) values ($1, $2, 'member')", [
      second.organization,
      first.person,
    ]);
    await createToken(second.organization, first.person);
    await leave(first.organization, first.person);
    expect(await creatorsOf('external_api_tokens', second.organization, 'user_id')).toEqual([
      { created_by: first.person },
    ]);
  });
});

it('what a deleted person created stays with the organization', async () => {
  const { organization, person } = await create();
  await createToken(organization, person);
  await query(
    `insert into agent_secrets (owner, name, secret_hash, masked, created_by)
     values ($1, 'Office', uuid_send(gen_random_uuid()), 'wls_', $2)`,
    [organization, person],
  );
  await query(
    `insert into bulk_runs (owner, id, request_hash, options, client_key, created_by)
     values ($1, gen_random_uuid(), '', '{}', '', $2)`,
    [organization, person],
  );
  await query('delete from users where id = $1', [person]);
  const left = [
    await creatorsOf('external_api_tokens', organization, 'user_id'),
    await creatorsOf('agent_secrets', organization),
    await creatorsOf('bulk_runs', organization),
  ];
  expect(left).toEqual(Array.from({ length: 3 }, () => [{ created_by: null }]));
});

describe('the database refuses', async () => {
  const { organization, person } = await create();
  const [browser] = await query<{ id: string }>(
    "insert into users (username, password) values ('demo-user-member001', '!') returning id",
  );
  const memberships = 'insert into memberships (owner, person_id, role) values';

  it.each([
    ['a browser as a member', `${memberships} ('${organization}', '${browser?.id}', 'member')`],
    ['a person as an organization', `${memberships} ('${person}', '${person}', 'admin')`],
    ['another role', `${memberships} ('${organization}', '${person}', 'owner')`],
    ['a second membership', `${memberships} ('${organization}', '${person}', 'viewer')`],
    [
      'a link for an organization and a person',
      `insert into one_time_links (secret_hash, owner, role, person_id, expires_at)
       values ('', '${organization}', 'viewer', '${person}', now())`,
    ],
    ['a link for nothing', "insert into one_time_links (secret_hash, expires_at) values ('', now())"],
    [
      'a link without a role',
      `insert into one_time_links (secret_hash, owner, expires_at) values ('', '${organization}', now())`,
    ],
  ])('%s', async (_, statement) => {
    await expect(query(statement)).rejects.toThrow(/violates (check|foreign key|unique) constraint/);
  });

  it('a token for which someone answers who is not a member', async () => {
    const { person: stranger } = await create();
    await expect(createToken(organization, stranger)).rejects.toThrow('violates foreign key constraint');
  });

  it('a second identity with the same subject, for another person', async () => {
    const { person: other } = await create();
    const add = (id: string) => query("insert into identities values ('https://id.test', 'anna', $1)", [id]);
    await add(person);
    await expect(add(other)).rejects.toThrow('violates unique constraint');
  });
});
