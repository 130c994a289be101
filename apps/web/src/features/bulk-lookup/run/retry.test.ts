import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { describe, expect, it } from 'vitest';
import { reasonOf, retryOf } from './retry.ts';

const now = new Date(2026, 10, 15, 15, 0);
const later = new Date(2026, 10, 15, 15, 42).toISOString();
const earlier = new Date(2026, 10, 15, 14, 42).toISOString();

const run = (over: Partial<BulkRun>) =>
  ({
    status: 'completed',
    vendors: ['Dell'],
    counts: { pending: 0 },
    retry: { rows: 0, laterRows: 0, laterAt: null },
    ...over,
  }) as BulkRun;

describe('a retry', () => {
  it('is not offered if nothing failed', () => expect(retryOf(run({}), now)).toBeNull());

  it('shows how many rows it looks up and when the others are due', () =>
    expect(retryOf(run({ retry: { rows: 3, laterRows: 1, laterAt: later } }), now)).toEqual({
      label: 'Retry 3 failed rows',
      isTooEarly: false,
      note: 'Dell can be retried for 1 row at 15:42.',
    }));

  it('without a due row is too early', () =>
    expect(retryOf(run({ retry: { rows: 0, laterRows: 5, laterAt: later } }), now)).toEqual({
      label: 'Retry 5 failed rows',
      isTooEarly: true,
      note: 'Dell can be retried for 5 rows at 15:42.',
    }));

  it('includes all rows after that time', () =>
    expect(retryOf(run({ retry: { rows: 3, laterRows: 5, laterAt: earlier } }), now)).toEqual({
      label: 'Retry 8 failed rows',
      isTooEarly: false,
      note: null,
    }));

  it('of a canceled run continues with the pending rows', () => {
    const counts = { pending: 7 } as BulkRun['counts'];
    expect(retryOf(run({ status: 'cancelled', counts }), now)?.label).toBe('Continue with 7 rows');
  });
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
