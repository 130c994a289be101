import { expect, it } from 'vitest';
import { type Client, startClient } from '../../test/client.ts';
import { CISCO, read } from '../../test/vendors.ts';

interface Page {
  pagination_response_record: Record<string, unknown>;
  serial_numbers: { id: string; sr_no: string }[];
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `FOC2712${1000 + index}`);

const pageOf = async (client: Client, serials: string[], page = 1) =>
  (await read(client, 'cisco', `${CISCO}/summary/serial_numbers/${serials}?page_index=${page}`)) as [
    number,
    Page,
  ];

it('returns pages of twenty, with each row on exactly one of them', async () => {
  const client = await startClient();
  const asked = many(45);
  const pages: Page[] = [];
  for (const index of [1, 2, 3]) pages.push((await pageOf(client, asked, index))[1]);
  const record = { last_index: 3, total_records: 45 };
  expect(pages.map((page) => page.pagination_response_record)).toMatchObject([
    { ...record, page_index: 1, page_records: 20 },
    { ...record, page_index: 2, page_records: 20 },
    { ...record, page_index: 3, page_records: 5 },
  ]);
  const rows = pages.flatMap((page) => page.serial_numbers);
  expect(rows.map(({ id }) => Number(id))).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
  expect(rows.map(({ sr_no }) => sr_no)).not.toEqual(asked);
  expect(rows.map(({ sr_no }) => sr_no).sort()).toEqual(asked);
});

it('accepts 75 serials but not 76', async () => {
  const client = await startClient();
  expect(await pageOf(client, many(75))).toMatchObject([
    200,
    { pagination_response_record: { last_index: 4 } },
  ]);
  const refused = { ErrorResponse: { APIError: [{ ErrorCode: 'EXCEEDED_INPUTS' }] } };
  expect(await pageOf(client, many(76))).toMatchObject([400, refused]);
});
