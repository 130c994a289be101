import { expect, it } from 'vitest';
import { startBulkFixture } from '../../../test/bulk.ts';

const serials = ['NOCOVER', 'NULLDTS', 'UNKN404', 'ACTV123', 'NOCOVER'];

const scene = await startBulkFixture();
const user = await scene.startBulkUser();
const { id } = await user.run(`Serial,Maker\n${serials.map((serial) => `${serial},Dell\n`).join('')}`);

const rows = async (query = '') => (await user.results(id, query)).rows;

it('a device without coverage is told from one without dates and from one that the vendor does not know', async () => {
  expect((await rows()).map(({ outcome, status, noCoverage }) => [outcome, status, noCoverage])).toEqual([
    ['found', 'unknown', true],
    ['found', 'unknown', false],
    ['not-known', 'unknown', false],
    ['found', 'active', false],
    ['found', 'unknown', true],
  ]);
});

it('its rows can be filtered, and are a part of the unknown ones', async () => {
  const numbers = async (filter: string) => (await rows(`?filter=${filter}`)).map(({ row }) => row);
  expect(await numbers('no-coverage')).toEqual([1, 5]);
  expect(await numbers('unknown')).toEqual([1, 2, 5]);
});

it('its rows are counted', async () => {
  const report = await user.report(id);
  expect(report).toMatchObject({
    statuses: { active: 1, expiring: 0, expired: 0, unknown: 3 },
    noCoverage: 2,
  });
});

it('the file says which of the two it is', async () => {
  const lines = (await user.file(id)).split('\n').slice(1);
  expect(lines[0]).toContain('Dell lists no warranty for this device.');
  expect(lines[1]).toContain('Dell lists no end date for this device.');
});

it('an individual lookup and a list say the same', async () => {
  const single = async (modelNumber: string) => (await user.lookup(modelNumber, 'Dell')).json().noCoverage;
  expect(await Promise.all(serials.slice(0, 4).map(single))).toEqual([true, false, false, false]);
  const items = serials.map((serialNumber) => ({ serialNumber, manufacturer: 'Dell' }));
  const list = (await user.send('POST', '/api/warranty/bulk', { items })).json<{ noCoverage: boolean }[]>();
  expect(list.map(({ noCoverage }) => noCoverage)).toEqual([true, false, false, false, true]);
});
