import { randomBytes } from 'node:crypto';
import { agentUser, sendScan } from './agents.ts';
import { type BulkFixture, type BulkUser, dellFile } from './bulk.ts';
import { tokenUser } from './tokens.ts';
import { buildWorkbook, inline } from './workbooks/build-workbook.ts';

/** Leaves at least one row of the user in every table that can have one. */
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
