import type { lookupItems, RowResult } from '@warranty/contracts/bulk-lookup';
import type { Parsed } from '@warranty/contracts/endpoint';
import { unnamedColumns } from '@warranty/domain/csv/columns';
import { createRowReader } from '@warranty/domain/csv/row';
import type { Tx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/route.ts';
import { type Batches, type CallClass, toBatchFailure } from '../warranty/warranty.ts';
import { lookUpSerials } from './lookup-serials.ts';
import { toFileRow } from './row-loader.ts';
import { toRowResult } from './row-results.ts';
import type { FileRow } from './rows.store.ts';
import { failedSerialResult, type SerialResult } from './serial-result.ts';

/** Interactive lookups; longer lists yield to them. */
const maxInteractiveRows = 100;

type Items = Parsed<typeof lookupItems>['body']['items'];

export interface FewLookupsDeps {
  batches: Batches;
  demo: boolean;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export type SyncLookup = ReturnType<typeof createSyncLookup>;

/** Looks up rows synchronously, without a run: a preview or a short list. */
export function createSyncLookup({ batches, demo, transaction }: FewLookupsDeps) {
  async function callVendor(
    caller: Caller,
    vendor: string,
    serials: string[],
    callClass: CallClass,
  ): Promise<Map<string, SerialResult>> {
    const access = await batches.resolveAccess(caller.userId, vendor);
    const found = new Map<string, SerialResult>();
    if (!access)
      return new Map(
        serials.map((serial) => [serial, failedSerialResult(`No ${vendor} keys are configured.`)]),
      );
    for (let from = 0; from < serials.length; from += access.batchSize) {
      const batch = serials.slice(from, from + access.batchSize);
      try {
        const { answers, cacheable } = await lookUpSerials(batches, access, batch, callClass);
        await transaction((tx) => batches.save(tx, access, cacheable));
        for (const [serial, answer] of answers) found.set(serial, answer);
      } catch (error) {
        const failure = toBatchFailure(vendor, error);
        if (!failure) throw error;
        for (const serial of batch) found.set(serial, failedSerialResult(failure.sentence));
      }
    }
    return found;
  }

  /** By row; null for rows that are not looked up. */
  async function lookUp(caller: Caller, rows: readonly FileRow[]): Promise<(SerialResult | null)[]> {
    const callClass = rows.length <= maxInteractiveRows ? 'interactive' : 'bulk';
    const byVendor = new Map<string, Set<string>>();
    for (const { vendor, serial } of rows) {
      if (!vendor || !serial) continue;
      byVendor.set(vendor, (byVendor.get(vendor) ?? new Set()).add(serial));
    }
    const answers = new Map<string, Map<string, SerialResult>>();
    for (const [vendor, serials] of byVendor)
      answers.set(vendor, await callVendor(caller, vendor, [...serials], callClass));
    return rows.map(({ vendor, serial }) => answers.get(vendor ?? '')?.get(serial ?? '') ?? null);
  }

  /** Adds the entitlements and the reason for the date from the cache, because rows do not contain them. */
  async function withEntitlements(owner: string, results: readonly RowResult[]): Promise<RowResult[]> {
    const found = results.filter(({ outcome }) => outcome === 'found');
    const full = new Map<string, Pick<RowResult, 'allEntitlements' | 'description'>>();
    for (const vendor of new Set(found.map(({ manufacturer }) => manufacturer))) {
      const access = vendor === null ? null : await batches.resolveAccess(owner, vendor);
      if (vendor === null || !access) continue;
      const serials = found.flatMap(({ manufacturer, modelNumber }) =>
        manufacturer === vendor ? [modelNumber] : [],
      );
      for (const [serial, answered] of await batches.findCached(access, [...new Set(serials)])) {
        if (answered.answer.kind !== 'found') continue;
        const asked = { identifier: serial, manufacturer: vendor, manufacturerEvidence: '' };
        full.set(`${vendor}/${serial}`, batches.present(asked, { ...answered, stale: false }));
      }
    }
    return results.map((result) => {
      const { allEntitlements = [], description = null } =
        full.get(`${result.manufacturer}/${result.modelNumber}`) ?? {};
      return { ...result, allEntitlements, description };
    });
  }

  return {
    lookUp,

    async lookUpItems(caller: Caller, items: Items): Promise<RowResult[]> {
      const columns = unnamedColumns(2);
      const mapping = { modelNumber: columns[0]?.name, manufacturer: columns[1]?.name };
      const read = createRowReader({ columns, mapping });
      const rows = items.map(({ serialNumber, manufacturer = '' }, index) => {
        const cells = [serialNumber, manufacturer];
        return toFileRow(index + 1, index + 1, cells, read(cells));
      });
      const answers = await lookUp(caller, rows);
      const telling = { demo, now: new Date() };
      return withEntitlements(
        caller.userId,
        rows.map((row, index) => toRowResult(row, answers[index] ?? null, telling)),
      );
    },

    withEntitlements,
  };
}
