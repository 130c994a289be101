import { gunzipSync } from 'node:zlib';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import * as contract from '@warranty/contracts/purchase-date';
import { describe, expect, it } from 'vitest';
import { dumpDatabase } from '../../../test/dump.ts';
import { recordLog } from '../../../test/fixtures.ts';
import { startVendorFixture } from '../../../test/vendor.ts';

const timeout = 30_000;
const { log, lines } = recordLog();
const scene = await startVendorFixture({ PREDICTIONS_PER_MINUTE: '1000', LOOKUPS_PER_MINUTE: '5' }, { log });
const { cookie } = await scene.server.startSession();

type Single = ReplyOf<typeof contract.predictSingle>;
type Bulk = ReplyOf<typeof contract.predictBulk>;

const post = (name: string, payload: object | string, headers: Record<string, string> = {}) =>
  scene.server.send('POST', `/api/purchase-date/${name}`, {
    cookie,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

const rows = [
  {
    'Asset Tag': 'A-1',
    'Serial Number': 'TST1001',
    Manufacturer: 'Dell',
    Model: 'Latitude 5420',
    'Purchase Date': '2021-05-03',
  },
  {
    'Asset Tag': 'A-2',
    'Serial Number': 'TST1002',
    Manufacturer: 'Dell',
    Model: 'Latitude 5420',
    'Purchase Date': '',
  },
];

describe('POST /api/purchase-date/single', { timeout }, () => {
  it('returns a prediction', async () => {
    const reply = await post('single', { assetDescription: ' Dell Latitude 5420 laptop ' });
    expect(reply.statusCode).toBe(200);
    const { prediction, vendorDates } = reply.json<Single>();
    expect(prediction.predictedPurchaseDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(contract.confidences).toContain(prediction.confidence);
    expect(prediction.explanation).not.toBe('');
    expect(vendorDates).toBeNull();
  });

  it.each(['', '   '])('rejects the description %j', async (assetDescription) => {
    const reply = await post('single', { assetDescription });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'body.assetDescription', message: 'Asset description is required' }],
    });
  });

  it('calls no vendor unless requested', async () => {
    const before = await scene.simulator.counts();
    await post('single', { assetDescription: 'Dell Latitude 5420, serial TST2001' });
    expect(await scene.simulator.counts()).toEqual(before);
  });

  it('reports that there is no serial number to look up', async () => {
    const reply = await post('single', { assetDescription: 'a beige box', useVendorDates: true });
    expect(reply.json<Single>().vendorDates).toEqual({
      asked: 0,
      found: 0,
      sentence: 'Looked up no serial numbers with vendors and found ship dates for 0.',
    });
  });
});

describe('POST /api/purchase-date/analyze', { timeout }, () => {
  it('matches the contract', async () => {
    const reply = await post('analyze', { csvData: rows });
    expect(reply.statusCode).toBe(200);
    const analysis = contract.assetAnalysis.parse(reply.json());
    expect(analysis).toEqual(reply.json());
    expect(analysis.analysis.totalAssets).toBe(2);
  });

  it('accepts a file without rows', async () => {
    const reply = await post('analyze', { csvData: [] });
    expect(contract.assetAnalysis.parse(reply.json()).analysis.totalAssets).toBe(0);
  });
});

describe('POST /api/purchase-date/predict-bulk', { timeout }, () => {
  it('predicts every row in order, matching the contract', async () => {
    const reply = await post('predict-bulk', { csvData: rows });
    expect(reply.statusCode).toBe(200);
    expect(contract.predictBulk.reply.schema.parse(reply.json())).toEqual(reply.json());
    const { predictions, counts, ownDates, vendorDates } = reply.json<Bulk>();
    expect(predictions.map(({ isKnown }) => isKnown)).toEqual([true, false]);
    expect(counts).toMatchObject({ total: 2, known: 1, predicted: 1 });
    expect(counts.high + counts.medium + counts.low).toBe(1);
    expect(counts.sentence).toBe('1 date predicted, 1 was in your file.');
    expect([ownDates, vendorDates]).toEqual([null, null]);
  });

  it('compresses its reply if the client accepts gzip', async () => {
    const plain = await post('predict-bulk', { csvData: rows });
    const packed = await post('predict-bulk', { csvData: rows }, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  });

  it('accepts numbers, booleans and null as cells', async () => {
    const body = '{"csvData":[{"serialNumber":4711,"spare":true,"note":null,"__proto__":7}]}';
    expect((await post('predict-bulk', body)).json<Bulk>().predictions).toHaveLength(1);
  });

  it.each([
    ['malformed JSON', '{"csvData":', 'body'],
    ['a list', '[]', 'body'],
    ['missing rows', '{}', 'body.csvData'],
    ['a row that is a string', '{"csvData":[{},"x"]}', 'body.csvData.1'],
    ['a cell that is an object', '{"csvData":[{"a":{}}]}', 'body.csvData.0.a'],
    ['a flag that is a string', '{"csvData":[],"useVendorDates":"yes"}', 'body.useVendorDates'],
  ])('rejects %s', async (_, body, path) => {
    const reply = await post('predict-bulk', body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'invalid_request', details: [{ path }] });
  });

  it('rejects a request without a body', async () => {
    expect((await post('predict-bulk', '')).statusCode).toBe(400);
  });

  it('reports the limit for a file with too many rows', async () => {
    const body = `{"csvData":[${'{},'.repeat(100_000)}{}]}`;
    const reply = await post('predict-bulk', body);
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toEqual({
      code: 'too_many_assets',
      error: 'You can predict up to 100,000 rows at a time. This request has 100,001.',
    });
  });

  it('reports the limit for a body with too many bytes', async () => {
    const limit = 64 * 1024 * 1024;
    const reply = await post('predict-bulk', `{"csvData":[],"x":"${'x'.repeat(limit)}"}`);
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ error: `The request is larger than ${limit} bytes.` });
  });

  it('stores and logs nothing of the rows', async () => {
    const passing = ['public.rate_limits', 'public.sessions', 'public.users'];
    const before = await dumpDatabase(scene.server.database, passing);
    await post('predict-bulk', { csvData: [{ serialNumber: 'CANARY77', note: 'a canary' }] });
    expect(await dumpDatabase(scene.server.database, passing)).toBe(before);
    const logged = lines.join('\n');
    expect(logged).toContain('/api/purchase-date/predict-bulk');
    expect(logged).not.toMatch(/canary/i);
  });
});

describe('useVendorDates', { timeout }, () => {
  it('looks up a known serial number with its vendor and uses the returned date', async () => {
    const { hardware } = (await scene.lookup({ modelNumber: 'TST3001', manufacturer: 'Dell' })).json();
    const csvData = [{ serialNumber: 'TST3001', manufacturer: 'Dell' }];
    const { predictions, vendorDates } = (
      await post('predict-bulk', { csvData, useVendorDates: true })
    ).json<Bulk>();
    expect(vendorDates).toEqual({
      asked: 1,
      found: 1,
      sentence: 'Looked up one serial number with vendors and found ship dates for 1.',
    });
    expect(predictions[0]).toMatchObject({ predictedPurchaseDate: hardware.shipDate, method: 'exact_match' });
  });

  it('skips the rest after the lookup limit is reached, and reports it', async () => {
    const { cookie: another } = await scene.server.startSession();
    const csvData = Array.from({ length: 12 }, (_, index) => ({
      serialNumber: `TSU40${10 + index}`,
      manufacturer: 'Dell',
    }));
    const reply = await post('predict-bulk', { csvData, useVendorDates: true }, { cookie: another });
    const { predictions, vendorDates } = reply.json<Bulk>();
    expect(predictions).toHaveLength(12);
    expect(vendorDates?.asked).toBe(5);
    expect(vendorDates?.sentence).toMatch(
      /^Looked up 5 serial numbers with vendors and found ship dates for \d\. 7 serial numbers could not be looked up right now\. Too many requests\. Try again in \d+ seconds\. Those predictions use only your file\.$/,
    );
  });

  it('leaves the prediction unchanged if the vendor is unavailable, and reports it', async () => {
    const { cookie: another } = await scene.server.startSession();
    await scene.simulator.faults({ serverErrors: { times: -1 } });
    const csvData = [{ serialNumber: 'TSV5001', manufacturer: 'Dell' }];
    const reply = await post('predict-bulk', { csvData, useVendorDates: true }, { cookie: another });
    expect(reply.statusCode).toBe(200);
    const { predictions, vendorDates } = reply.json<Bulk>();
    expect(predictions).toHaveLength(1);
    expect(vendorDates).toMatchObject({ asked: 0, found: 0 });
    expect(vendorDates?.sentence).toContain('Dell did not respond');
  });
});
