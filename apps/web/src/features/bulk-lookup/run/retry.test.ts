import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { describe, expect, it } from 'vitest';
import { howToLookUp, reasonOf, retryOf, unprocessedNote } from './retry.ts';

const now = new Date(2026, 10, 15, 15, 0);
const later = new Date(2026, 10, 15, 15, 42).toISOString();
const earlier = new Date(2026, 10, 15, 14, 42).toISOString();

const run = (over: Partial<BulkRun>) =>
  ({
    status: 'completed',
    vendors: ['Dell'],
    counts: { pending: 0 },
    retry: { rows: 0, laterRows: 0, laterAt: null },
    unprocessed: [],
    ...over,
  }) as BulkRun;

const unprocessed = [
  { vendor: 'Lenovo', rows: 345 },
  { vendor: 'HP', rows: 30 },
];

describe('a retry', () => {
  it('is not offered if nothing failed', () => expect(retryOf(run({}), [], now)).toBeNull());

  it('shows how many rows it looks up and when the others are due', () =>
    expect(retryOf(run({ retry: { rows: 3, laterRows: 1, laterAt: later } }), [], now)).toEqual({
      label: 'Run 3 rows again',
      isTooEarly: false,
      note: '1 row can be looked up again at 15:42.',
      added: [],
    }));

  it('without a due row is too early', () =>
    expect(retryOf(run({ retry: { rows: 0, laterRows: 5, laterAt: later } }), [], now)).toEqual({
      label: 'Run 5 rows again',
      isTooEarly: true,
      note: '5 rows can be looked up again at 15:42.',
      added: [],
    }));

  it('includes all rows after that time', () =>
    expect(retryOf(run({ retry: { rows: 3, laterRows: 5, laterAt: earlier } }), [], now)).toMatchObject({
      label: 'Run 8 rows again',
      isTooEarly: false,
      note: null,
    }));

  it('includes rows that were not processed, if there are keys for their vendor', () => {
    const retry = { rows: 3, laterRows: 5, laterAt: later };
    expect(retryOf(run({ retry, unprocessed }), ['Lenovo'], now)).toMatchObject({
      label: 'Run 348 rows again',
      isTooEarly: false,
      added: ['Lenovo'],
    });
    expect(retryOf(run({ unprocessed }), [], now)).toBeNull();
  });

  it('of a canceled run continues with the pending rows', () => {
    const counts = { pending: 7 } as BulkRun['counts'];
    const label = (over: Partial<BulkRun>, keys: string[]) =>
      retryOf(run({ status: 'cancelled', counts, ...over }), keys, now)?.label;
    expect(label({}, [])).toBe('Continue with 7 rows');
    expect(label({ unprocessed }, ['Lenovo'])).toBe('Continue with 352 rows');
  });

  it('is not offered while the run is in progress', () =>
    expect(retryOf(run({ status: 'processing', unprocessed }), ['Lenovo'], now)).toBeNull());
});

describe('rows that were not processed', () => {
  it('name their vendors, and the keys that are missing', () =>
    expect(unprocessedNote(run({ unprocessed }), ['Lenovo'])).toEqual({
      title: '375 rows were not looked up: Lenovo (345) and HP (30) were off in this run',
      text: 'Add HP keys, then run these rows again. The other results stay.',
      needsKeys: true,
    }));

  it('only have to be run again if there are keys', () =>
    expect(unprocessedNote(run({ unprocessed: [{ vendor: 'HP', rows: 1 }] }), ['HP'])).toEqual({
      title: '1 row was not looked up: HP (1) was off in this run',
      text: 'You have the keys: run these rows again. The other results stay.',
      needsKeys: false,
    }));

  it.each([
    ['Lenovo', [], 'Add Lenovo keys, then run these 345 rows again.'],
    ['Lenovo', ['Lenovo'], 'You have Lenovo keys: run these 345 rows again.'],
    ['Acer', [], null],
  ])('of %s with keys for %j say %s', (manufacturer, keys, hint) =>
    expect(howToLookUp(run({ unprocessed }), keys, { outcome: 'not-processed', manufacturer })).toBe(hint),
  );

  it('are the only ones with a hint', () =>
    expect(howToLookUp(run({ unprocessed }), [], { outcome: 'not-known', manufacturer: 'HP' })).toBeNull());
});

describe('the reason for a row', () => {
  const row = (over: Partial<BulkResultRow>) =>
    ({
      outcome: 'not-known',
      manufacturer: 'Dell',
      endDate: null,
      error: "Dell has no record of 'UNKN404'.",
      retryAt: later,
      ...over,
    }) as BulkResultRow;

  it.each([
    [{}, "Dell has no record of 'UNKN404'. Dell can look this device up again at 15:42."],
    [{ retryAt: earlier }, "Dell has no record of 'UNKN404'."],
    [
      { outcome: 'found', noCoverage: true, error: null, retryAt: null },
      'Dell lists no warranty for this device.',
    ],
    [{ outcome: 'found', error: null, retryAt: null }, 'Dell lists no end date for this device.'],
    [{ outcome: 'found', endDate: '2027-01-01', error: null, retryAt: null }, null],
    [{ outcome: 'pending', error: null, retryAt: null }, null],
  ] as const)('with %j is %s', (over, reason) => expect(reasonOf(row(over), now)).toBe(reason));
});
