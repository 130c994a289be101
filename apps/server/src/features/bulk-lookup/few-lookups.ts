import type { lookupItems, RowResult } from '@warranty/contracts/bulk-lookup';
import type { Parsed } from '@warranty/contracts/endpoint';
import { unnamedColumns } from '@warranty/domain/csv/columns';
import { createRowReader } from '@warranty/domain/csv/row';
import type { Tx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/route.ts';
import { type Batches, toBatchFailure } from '../warranty/warranty.ts';
import { toRowResult } from './answered-rows.ts';
import { askSerials } from './ask-serials.ts';
import { toFileRow } from './load.ts';
import type { FileRow } from './rows.store.ts';
import type { RunRow } from './runs.store.ts';
import { failedAnswer, type SerialAnswer } from './serial-answer.ts';

type Items = Parsed<typeof lookupItems>['body']['items'];

export interface FewLookupsDeps {
  batches: Batches;
  demo: boolean;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export type FewLookups = ReturnType<typeof createFewLookups>;

/** Rows that are answered at once, without a run: a preview, or a short list. */
export function createFewLookups({ batches, demo, transaction }: FewLookupsDeps) {
  async function askVendor(
    caller: Caller,
    vendor: string,
    serials: string[],
  ): Promise<Map<string, SerialAnswer>> {
    const access = await batches.accessTo(caller.userId, vendor);
    const found = new Map<string, SerialAnswer>();
    if (!access)
      return new Map(serials.map((serial) => [serial, failedAnswer(`There are no keys for ${vendor}.`)]));
    for (let from = 0; from < serials.length; from += access.batchSize) {
      const some = serials.slice(from, from + access.batchSize);
      try {
        const { answers, worthKeeping } = await askSerials(batches, access, some);
        await transaction((tx) => batches.keep(tx, access, worthKeeping));
        for (const [serial, answer] of answers) found.set(serial, answer);
      } catch (error) {
        const failure = toBatchFailure(vendor, error);
        if (!failure) throw error;
        for (const serial of some) found.set(serial, failedAnswer(failure.sentence));
      }
    }
    return found;
  }

  /** By row; null for rows that are not asked for. */
  async function lookUp(caller: Caller, rows: readonly FileRow[]): Promise<(SerialAnswer | null)[]> {
    const byVendor = new Map<string, Set<string>>();
    for (const { vendor, serial } of rows) {
      if (!vendor || !serial) continue;
      byVendor.set(vendor, (byVendor.get(vendor) ?? new Set()).add(serial));
    }
    const answers = new Map<string, Map<string, SerialAnswer>>();
    for (const [vendor, serials] of byVendor)
      answers.set(vendor, await askVendor(caller, vendor, [...serials]));
    return rows.map(({ vendor, serial }) => answers.get(vendor ?? '')?.get(serial ?? '') ?? null);
  }

  return {
    lookUp,

    async lookUpItems(caller: Caller, items: Items): Promise<RowResult[]> {
      const columns = unnamedColumns(2);
      const mapping = { modelNumber: columns[0]?.name, manufacturer: columns[1]?.name };
      const read = createRowReader({ columns, mapping });
      const rows = items.map(({ serialNumber, manufacturer = '' }, at) => {
        const cells = [serialNumber, manufacturer];
        return toFileRow(at + 1, at + 1, cells, read(cells));
      });
      const answers = await lookUp(caller, rows);
      return rows.map((row, at) => toRowResult(row, answers[at] ?? null, { demo, now: new Date() }));
    },

    /** The lines of cover, which a run does not keep, from the answers that are kept. */
    async withEntitlements(run: RunRow, results: RowResult[]): Promise<RowResult[]> {
      const full = new Map<string, RowResult['allEntitlements']>();
      for (const vendor of run.options.vendors) {
        const access = await batches.accessTo(run.owner, vendor);
        const found = results.filter(
          ({ manufacturer, outcome }) => manufacturer === vendor && outcome === 'found',
        );
        if (!access || found.length === 0) continue;
        const kept = await batches.findAny(access, [...new Set(found.map(({ modelNumber }) => modelNumber))]);
        for (const [serial, answered] of kept) {
          if (answered.answer.kind !== 'found') continue;
          const asked = { identifier: serial, maker: vendor, makerEvidence: '' };
          full.set(
            `${vendor}/${serial}`,
            batches.present(asked, { ...answered, stale: false }).allEntitlements,
          );
        }
      }
      return results.map((result) => ({
        ...result,
        allEntitlements: full.get(`${result.manufacturer}/${result.modelNumber}`) ?? [],
      }));
    },
  };
}
