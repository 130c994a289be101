import type { Parsed } from '@warranty/contracts/core/endpoint';
import type { RowResult } from '@warranty/contracts/csv-enrichment';
import type { lookupItems } from '@warranty/contracts/lookup-items';
import { manufacturerNames } from '@warranty/contracts/warranty';
import { unnamedColumns } from '@warranty/domain/csv/columns';
import { createRowReader } from '@warranty/domain/csv/row';
import { type BatchLookup as Batches, toBatchFailure } from '../../../lookups/answers/batch-lookup.ts';
import { toHardware } from '../../../lookups/answers/hardware.ts';
import { failAll, type SerialResult } from '../../../lookups/answers/serial-result.ts';
import type { FindKnownAnswers, KnownAnswer } from '../../../lookups/engine/known-answers.ts';
import { fetchSerials, findCachedResults } from '../../../lookups/engine/lookup-serials.ts';
import type { LookupContext } from '../../../lookups/vendors/lookup-context.ts';
import type { VendorAccess } from '../../../lookups/vendors/vendor-access.ts';
import type { CallOptions } from '../../../lookups/vendors/vendor-calls.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { OwnerId } from '../../../platform/ownership/owner-id.ts';
import { toFileRow } from '../intake/row-loader.ts';
import type { FileRow } from '../intake/rows.store.ts';
import { fullResultOf } from '../reading/full-result.ts';
import { toRowResult } from '../reading/row-results.ts';

/** Interactive lookups; longer lists yield to them. */
const maxInteractiveRows = 100;

type Items = Parsed<typeof lookupItems>['body']['items'];

export interface SyncLookupDeps {
  batches: Batches;
  findKnownAnswers: FindKnownAnswers;
  demo: boolean;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

interface VendorLookup {
  results: Map<string, SerialResult>;
  /** The caller reached a limit, so some serials were not looked up. */
  limitError: unknown;
}

export type SyncLookup = ReturnType<typeof createSyncLookup>;

/** Looks up rows synchronously, without a run: a preview or a short list. */
export function createSyncLookup({ batches, findKnownAnswers, demo, transaction }: SyncLookupDeps) {
  async function callVendor(vendor: string, serials: string[], options: CallOptions): Promise<VendorLookup> {
    const { owner } = options.context.caller;
    const access = await batches.resolveAccess(owner, vendor);
    if (!access) return { results: failAll(serials, `No ${vendor} keys are configured.`), limitError: null };
    const lookup = await lookUpWith(access, serials, options);
    await batches.recordLookups(owner, access, serialsWithAnswer(lookup.results));
    return lookup;
  }

  /** Stops at a limit of the caller; the remaining serials get its message. */
  async function lookUpWith(access: VendorAccess, serials: string[], options: CallOptions) {
    const results = await findCachedResults(batches, access, serials);
    const missing = serials.filter((serial) => !results.has(serial));
    for (let from = 0; from < missing.length; from += access.batchSize) {
      const batch = missing.slice(from, from + access.batchSize);
      try {
        const { answers, cacheable } = await fetchSerials(batches, access, batch, options);
        await transaction((tx) => batches.save(tx, access, cacheable));
        addAll(results, answers);
      } catch (error) {
        const failure = toBatchFailure(access.vendor, error);
        if (!failure) throw error;
        const isLimit = failure.kind === 'limit';
        addAll(results, failAll(isLimit ? missing.slice(from) : batch, failure.sentence));
        if (isLimit) return { results, limitError: error };
      }
    }
    return { results, limitError: null };
  }

  /** By row; null for rows that are not looked up. If a limit leaves no row with a result, throws its error. */
  async function lookUp(context: LookupContext, rows: readonly FileRow[]): Promise<(SerialResult | null)[]> {
    const callClass = rows.length <= maxInteractiveRows ? 'interactive' : 'bulk';
    const lookups = new Map<string, VendorLookup>();
    for (const [vendor, serials] of serialsByVendor(rows))
      lookups.set(vendor, await callVendor(vendor, [...serials], { callClass, context }));
    const all = [...lookups.values()];
    const { limitError } = all.find((lookup) => lookup.limitError !== null) ?? {};
    if (limitError && all.every(({ results }) => isFailed(results))) throw limitError;
    return rows.map(({ vendor, serial }) => lookups.get(vendor ?? '')?.results.get(serial ?? '') ?? null);
  }

  /** Adds what rows do not contain, from the cache. */
  async function withDetails(owner: OwnerId, results: readonly RowResult[]): Promise<RowResult[]> {
    const detailed = [...results];
    const found = [...results.entries()].filter(([, { outcome }]) => outcome === 'found');
    for (const [vendor, ofVendor] of Map.groupBy(found, ([, { manufacturer }]) => manufacturer)) {
      const access = vendor === null ? null : await batches.resolveAccess(owner, vendor);
      if (!access) continue;
      const serials = new Set(ofVendor.map(([, { modelNumber }]) => modelNumber));
      const records = await batches.findCached(access, [...serials]);
      for (const [index, result] of ofVendor) {
        const serial = result.modelNumber;
        const full = fullResultOf(batches, access, serial, records.get(serial), result);
        if (!full) continue;
        const { allEntitlements, description, hardware } = full;
        detailed[index] = { ...result, allEntitlements, description, hardware };
      }
    }
    return detailed;
  }

  return {
    lookUp,

    async lookUpItems(context: LookupContext, items: Items, vendors: readonly string[] = ['Dell']) {
      const rows = toRows(items, vendors);
      const answers = await lookUp(context, rows);
      const at = { demo, now: new Date() };
      const results = rows.map((row, index) => toRowResult(row, answers[index] ?? null, at));
      return withDetails(context.caller.owner, results);
    },

    /** The last known results of devices that the owner has looked up before, without a call to a vendor. */
    async findItems(owner: OwnerId, items: Items): Promise<RowResult[]> {
      const rows = toRows(items, manufacturerNames);
      const known = new Map<string, Map<string, KnownAnswer>>();
      for (const [vendor, serials] of serialsByVendor(rows))
        known.set(vendor, await findKnownAnswers(owner, vendor, [...serials]));
      const context = { demo, now: new Date() };
      return rows.map((row) => {
        const found = known.get(row.vendor ?? '')?.get(row.serial ?? '');
        return { ...toRowResult(row, found?.result ?? null, context), ...hardwareOf(found) };
      });
    },

    withDetails,
  };
}

const hardwareOf = (known: KnownAnswer | undefined): Partial<Pick<RowResult, 'hardware'>> =>
  known?.answer.kind === 'found' ? { hardware: toHardware(known.answer.device) } : {};

function toRows(items: Items, vendors: readonly string[]): FileRow[] {
  const columns = unnamedColumns(3);
  const [modelNumber, manufacturer, deviceModel] = columns.map(({ name }) => name);
  const mapping = { modelNumber, manufacturer, deviceModel };
  const read = createRowReader({ columns, mapping, vendors });
  return items.map(({ serialNumber, manufacturer: given = '', model = '' }, index) => {
    const cells = [serialNumber, given, model];
    return toFileRow(index + 1, index + 1, cells, read(cells));
  });
}

function serialsByVendor(rows: readonly FileRow[]): Map<string, Set<string>> {
  const byVendor = new Map<string, Set<string>>();
  for (const { vendor, serial, outcome } of rows) {
    if (!vendor || !serial || outcome) continue;
    byVendor.set(vendor, (byVendor.get(vendor) ?? new Set()).add(serial));
  }
  return byVendor;
}

const serialsWithAnswer = (results: ReadonlyMap<string, SerialResult>): string[] =>
  [...results].flatMap(([serial, { outcome }]) => (outcome === 'failed' ? [] : [serial]));

const isFailed = (results: ReadonlyMap<string, SerialResult>): boolean =>
  [...results.values()].every(({ outcome }) => outcome === 'failed');

function addAll<T>(to: Map<string, T>, from: ReadonlyMap<string, T>): void {
  for (const [key, value] of from) to.set(key, value);
}
