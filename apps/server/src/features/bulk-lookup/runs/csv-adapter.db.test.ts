import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type BulkUser, mapping, startBulkFixture } from '../../../../test/bulk.ts';

const scene = await startBulkFixture({ BULK_LIVE_RUNS: '50' });
const user = await scene.startBulkUser();

const csvData = [
  { Serial: 'B000003', Maker: 'Dell', Notes: 'one' },
  { Serial: 'PF123456', Maker: 'Lenovo', Notes: 'two' },
  { Serial: '', Maker: 'Dell', Notes: 'three' },
];

describe('POST /api/warranty/csv-enhanced', () => {
  it('returns a result for every row, the enriched text and the statistics', async () => {
    const progressId = randomUUID();
    const reply = await user.send('POST', '/api/warranty/csv-enhanced', {
      csvData,
      fieldMapping: mapping,
      progressId,
    });
    expect(reply.statusCode).toBe(200);
    const { warrantyResults, enrichedCSV, ...rest } = reply.json();
    expect(rest).toMatchObject({
      progressId,
      dellDevicesProcessed: 1,
      manufacturerStats: { skipped: 1, nonDellFiltered: 1 },
    });
    expect(warrantyResults.map((row: { outcome: string }) => row.outcome)).toEqual([
      'found',
      'not-processed',
      'skipped',
    ]);
    const [first] = warrantyResults;
    expect(first.allEntitlements.length).toBeGreaterThan(0);
    expect(first.description).toMatch(/\.$/);
    expect(enrichedCSV.split('\r\n')[0]).toMatch(/^Serial,Maker,Notes,Warranty Status,/);
    expect((await user.progress(progressId)).status).toBe('completed');
    const again = await user.send('POST', '/api/warranty/csv-enhanced', {
      csvData,
      fieldMapping: mapping,
      progressId,
    });
    expect(again.json().enrichedCSV).toBe(enrichedCSV);
  });

  it('returns no unknown manufacturer, and a reason for every row that was not looked up', async () => {
    const reply = await user.send('POST', '/api/warranty/csv-enhanced', {
      csvData: [...csvData, { Serial: 'QQQQ-1234-ZZ', Maker: '', Notes: 'four' }],
      fieldMapping: mapping,
    });
    const { warrantyResults, enrichedCSV } = reply.json();
    expect(warrantyResults[3]).toMatchObject({ manufacturer: null, outcome: 'skipped', source: null });
    const reasons = enrichedCSV.trimEnd().split('\r\n').slice(2);
    expect(reasons[0]).toMatch(/^PF123456,Lenovo,two,.*Not looked up: Lenovo was off in this run\.$/);
    expect(reasons[1]).toMatch(/^,Dell,three,.*This row has no service tag or serial number\.$/);
    expect(reasons[2]).toMatch(/^QQQQ-1234-ZZ,,four,.*Could not detect the manufacturer of 'QQQQ-1234-ZZ'\./);
  });

  it('returns 202 with only the id to a client that prefers not to wait', async () => {
    const reply = await scene.server.send('POST', '/api/warranty/csv-enhanced', {
      cookie: user.cookie,
      headers: { prefer: 'respond-async' },
      payload: { csvData, fieldMapping: mapping },
    });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([202, ['progressId']]);
    expect(await user.over(reply.json().progressId)).toMatchObject({ status: 'completed', totalRows: 3 });
  });

  it('writes the file like the one that the rows were read from', async () => {
    const reply = await user.send('POST', '/api/warranty/csv-enhanced', {
      csvData: [{ Serial: 'B000003', Room: '1', 'Room (2)': '2' }],
      columns: ['Room', 'Serial', 'Room (2)'],
      headers: ['Room', 'Serial', 'Room'],
      fieldMapping: { modelNumber: 'Serial' },
      delimiter: ';',
      fileName: 'rooms.csv',
    });
    const { progressId, enrichedCSV } = reply.json();
    expect(await user.over(progressId)).toMatchObject({ fileName: 'rooms.csv' });
    expect(await user.file(progressId)).toMatch(/^\uFEFFRoom;Serial;Room;.*\r\n1;B000003;2;/);
    expect(enrichedCSV).toMatch(/^Room,Serial,Room,.*\r\n1,B000003,2,/);
  });

  it('rejects rows without the mapped column, and rows that are not objects', async () => {
    const missing = await user.send('POST', '/api/warranty/csv-enhanced', {
      csvData,
      fieldMapping: { modelNumber: 'Nothing' },
    });
    expect(missing.json().code).toBe('columns_missing');
    const wrong = await user.send('POST', '/api/warranty/csv-enhanced', {
      csvData: [1],
      fieldMapping: mapping,
    });
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'Invalid request data']);
  });
});

describe('POST /api/warranty/csv-preview', () => {
  it('rejects a name that cannot be stored, like every other endpoint', async () => {
    const body = { csvData, fieldMapping: { ...mapping, warranty: 'a\u0000b' } };
    for (const path of ['csv-preview', 'csv-enhanced']) {
      const reply = await user.send('POST', `/api/warranty/${path}`, body);
      expect([reply.statusCode, reply.json().details?.[0]?.path]).toEqual([
        400,
        'body.fieldMapping.warranty',
      ]);
    }
  });

  it('looks up at most the first ten rows and shows them before and after', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ Serial: `B00010${index % 10}`, Maker: 'Dell' }));
    const reply = await user.send('POST', '/api/warranty/csv-preview', {
      csvData: many,
      fieldMapping: mapping,
      previewLimit: 25,
    });
    const { originalRows, enrichedRows } = reply.json();
    expect([originalRows.length, enrichedRows.length]).toEqual([10, 10]);
    expect(enrichedRows[0]).toMatchObject({
      Serial: 'B000100',
      'Warranty Source': expect.stringContaining('Dell'),
    });
  });
});

describe('POST /api/warranty/bulk', () => {
  it('looks up a short list', async () => {
    const items = [{ serialNumber: 'B000003' }, { serialNumber: 'PF123456', manufacturer: 'Lenovo' }];
    const reply = await user.send('POST', '/api/warranty/bulk', { items });
    expect(reply.json().map((row: { outcome: string }) => row.outcome)).toEqual(['found', 'not-processed']);
  });

  it('returns the same as a single lookup: every entitlement, and the reason for the date', async () => {
    const alone = await user.send('POST', '/api/warranty/lookup', { modelNumber: 'B000003' });
    const reply = await user.send('POST', '/api/warranty/bulk', { items: [{ serialNumber: 'B000003' }] });
    const { allEntitlements, description } = alone.json();
    expect(allEntitlements.length).toBeGreaterThan(0);
    expect(reply.json()).toMatchObject([{ allEntitlements, description }]);
  });

  it('with cachedOnly calls no vendor, and returns the last known result', async () => {
    const items = [{ serialNumber: 'B000917' }];
    const find = async () =>
      (await user.send('POST', '/api/warranty/bulk', { items, cachedOnly: true })).json();
    const before = await scene.dellCalls();
    expect(await find()).toMatchObject([{ outcome: 'pending', endDate: null, source: null }]);
    expect(await scene.dellCalls()).toBe(before);
    const alone = (await user.send('POST', '/api/warranty/lookup', { modelNumber: 'B000917' })).json();
    const { status, endDate, endsAt, serviceLevel, source } = alone;
    expect(endDate).not.toBeNull();
    const known = [{ outcome: 'found', status, endDate, endsAt, serviceLevel, allEntitlements: [] }];
    expect(await find()).toMatchObject(known);
    // Also after it is too old to be used for a lookup.
    await scene.query(
      "update warranty_records set checked_at = now() - interval '60 days' where serial = 'B000917'",
    );
    const [old] = await find();
    expect([old]).toMatchObject(known);
    expect(Date.parse(old.source.checkedAt)).toBeLessThan(Date.parse(source.checkedAt) - 59 * 24 * 3600_000);
    expect(await scene.dellCalls()).toBe(before + 1);
  });

  it('with cachedOnly returns results of own keys to their owner only', async () => {
    const [owner, other] = [await scene.startBulkUser(), await scene.startBulkUser()];
    for (const each of [owner, other]) await each.save('lenovo', 'api_key', 'own-key');
    expect((await owner.lookup('PF000917', 'Lenovo')).statusCode).toBe(200);
    const items = [{ serialNumber: 'PF000917', manufacturer: 'LENOVO' }];
    const outcomeFor = async (each: BulkUser) =>
      (await each.send('POST', '/api/warranty/bulk', { items, cachedOnly: true })).json()[0].outcome;
    expect(await Promise.all([owner, other, user].map(outcomeFor))).toEqual(['found', 'pending', 'pending']);
  });

  it('looks up other vendors with own keys if asked to, by the named manufacturer or model', async () => {
    const owner = await scene.startBulkUser();
    await owner.save('lenovo', 'api_key', 'own-key');
    const items = [
      { serialNumber: 'PFYVQQNY', manufacturer: 'Lenovo' },
      { serialNumber: 'PF000918', model: 'ThinkPad T14' },
    ];
    const rowsFor = async (vendors: string[]) =>
      (await owner.send('POST', '/api/warranty/bulk', { items, vendors })).json();
    expect(await rowsFor(['Dell'])).toMatchObject(Array(2).fill({ outcome: 'not-processed' }));
    expect(await rowsFor(['Dell', 'Lenovo'])).toMatchObject([
      { outcome: 'found', manufacturer: 'Lenovo', modelNumber: 'PFYVQQNY' },
      { outcome: 'found', manufacturer: 'Lenovo', modelNumber: 'PF000918' },
    ]);
  });

  it('returns no unknown manufacturer', async () => {
    const items = [{ serialNumber: 'QQQQ-1234-ZZ' }];
    const [row] = (await user.send('POST', '/api/warranty/bulk', { items })).json();
    expect(row).toMatchObject({ manufacturer: null, outcome: 'skipped', source: null });
  });

  it.each([
    [{ items: [] }, 'At least one item is required'],
    [{ items: [{ serialNumber: ' ' }] }, 'Serial number is required'],
  ])('rejects %j', async (body, message) => {
    const reply = await user.send('POST', '/api/warranty/bulk', body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().details[0].message).toBe(message);
  });
});
