import type { BulkResultRow, BulkRun } from '@warranty/contracts/bulk-lookup';
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
  it('is not offered where nothing failed', () => expect(retryOf(run({}), now)).toBeNull());

  it('names the rows it looks up, and when the others can be', () =>
    expect(retryOf(run({ retry: { rows: 3, laterRows: 1, laterAt: later } }), now)).toEqual({
      label: 'Retry 3 failed rows',
      isTooEarly: false,
      note: 'Dell can be asked again about 1 row at 15:42.',
    }));

  it('that would ask nobody is too early', () =>
    expect(retryOf(run({ retry: { rows: 0, laterRows: 5, laterAt: later } }), now)).toEqual({
      label: 'Retry 5 failed rows',
      isTooEarly: true,
      note: 'Dell can be asked again about 5 rows at 15:42.',
    }));

  it('takes all of them once that time has come', () =>
    expect(retryOf(run({ retry: { rows: 3, laterRows: 5, laterAt: earlier } }), now)).toEqual({
      label: 'Retry 8 failed rows',
      isTooEarly: false,
      note: null,
    }));

  it('of a cancelled run goes on with what it had not come to', () => {
    const counts = { pending: 7 } as BulkRun['counts'];
    expect(retryOf(run({ status: 'cancelled', counts }), now)?.label).toBe('Go on with 7 rows');
  });
});

describe('the reason of a row', () => {
  const row = (over: Partial<BulkResultRow>) =>
    ({
      outcome: 'not-known',
      manufacturer: 'Dell',
      endDate: null,
      error: "Dell does not know 'UNKN404'.",
      retryAt: later,
      ...over,
    }) as BulkResultRow;

  it.each([
    [{}, "Dell does not know 'UNKN404'. Dell can be asked again about this device at 15:42."],
    [{ retryAt: earlier }, "Dell does not know 'UNKN404'."],
    [{ outcome: 'found', error: null, retryAt: null }, 'Dell lists no cover for this device.'],
    [{ outcome: 'found', endDate: '2027-01-01', error: null, retryAt: null }, null],
    [{ outcome: 'pending', error: null, retryAt: null }, null],
  ] as const)('with %j is %s', (over, reason) => expect(reasonOf(row(over), now)).toBe(reason));
});
