import { expect, it } from 'vitest';
import type { BatchLookup as Batches } from '../../../lookups/answers/batch-lookup.ts';
import type { CallOptions } from '../../../lookups/vendors/vendor-calls.ts';
import { systemCaller } from '../../../platform/ownership/caller.ts';
import { toOwnerId } from '../../../platform/ownership/owner-id.ts';
import { toFileRow } from '../intake/row-loader.ts';
import { createSyncLookup } from './sync-lookup.ts';

const context = { caller: systemCaller(toOwnerId('somebody')) };

/** A vendor that returns nothing, and the classes of its calls. */
function open() {
  const classes: string[] = [];
  const access = { vendor: 'Dell', batchSize: 100 };
  const batches = {
    resolveAccess: async () => access,
    findFresh: async () => new Map(),
    findCached: async () => new Map(),
    save: async () => undefined,
    recordLookups: async () => undefined,
    fetch: async (_: unknown, __: unknown, options: CallOptions) => {
      classes.push(options.callClass);
      return new Map();
    },
  } as unknown as Batches;
  const transaction = <T>(work: (tx: never) => Promise<T>) => work(undefined as never);
  const findKnownAnswers = async () => new Map();
  return { classes, few: createSyncLookup({ batches, findKnownAnswers, demo: false, transaction }) };
}

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ serialNumber: `B${String(index).padStart(6, '0')}` }));

it.each([
  [1, ['interactive']],
  [100, ['interactive']],
  [101, ['bulk', 'bulk']],
])('looks up %i items as interactive calls, or as bulk calls above 100', async (count, expected) => {
  const { classes, few } = open();
  await few.lookUpItems(context, items(count));
  expect(classes).toEqual(expected);
});

it('looks up the rows of a preview as interactive calls', async () => {
  const { classes, few } = open();
  const found = { identifier: 'B000001', manufacturer: 'Dell', skipReason: null, reason: null };
  const reading = { action: 'look-up', ...found } as const;
  await few.lookUp(context, [toFileRow(1, 2, [], reading as Parameters<typeof toFileRow>[3])]);
  expect(classes).toEqual(['interactive']);
});
