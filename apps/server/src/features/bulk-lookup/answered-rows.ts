import type { RowResult } from '@warranty/contracts/bulk-lookup';
import { vendors } from '@warranty/contracts/vendors';
import { statusAt } from '@warranty/domain/warranty-dates';
import type { ChunksStore } from './chunks.store.ts';
import type { PlacedRow } from './rows.store.ts';
import { type PackedAnswer, type SerialAnswer, unpackAnswer } from './serial-answer.ts';

const mostChunksKept = 400;

const noHardware = {
  productLineDescription: null,
  productFamily: null,
  localChannel: null,
  productLobDescription: null,
  countryCode: null,
};

/** Answers by place. Rows come in the order of the file and chunks nearly so; the last few are at hand. */
export function createAnswers(chunks: ChunksStore, run: string) {
  const kept = new Map<number, PackedAnswer[]>();

  async function load(rows: readonly PlacedRow[]): Promise<void> {
    const wanted = new Set(rows.map(({ chunk }) => chunk).filter((chunk) => chunk !== null));
    const missing = [...wanted].filter((chunk) => !kept.has(chunk));
    if (missing.length === 0) return;
    if (kept.size + missing.length > mostChunksKept) {
      for (const chunk of [...kept.keys()]) if (!wanted.has(chunk)) kept.delete(chunk);
    }
    for (const [chunk, results] of await chunks.results(run, missing)) kept.set(chunk, results);
  }

  return {
    /** Null for rows that are pending or were never asked for. */
    async of(rows: readonly PlacedRow[]): Promise<(SerialAnswer | null)[]> {
      await load(rows);
      return rows.map(({ chunk, position }) => {
        const packed = chunk === null || position === null ? null : kept.get(chunk)?.[position];
        return packed ? unpackAnswer(packed) : null;
      });
    },
  };
}

/** A row with what became of it, as a result of the contract. Entitlements are not kept with a run. */
export function toRowResult(
  row: PlacedRow,
  answer: SerialAnswer | null,
  demo: boolean,
  now: Date,
): RowResult {
  const maker = row.maker ?? 'Dell';
  const error = answer?.error ?? row.reason;
  return {
    modelNumber: row.serial ?? '',
    manufacturer: maker,
    manufacturerEvidence: '',
    coverKind: vendors.find(({ name }) => name === maker)?.coverKind ?? 'warranty',
    status: statusAt(answer?.endsAt ?? null, now),
    outcome: answer?.outcome ?? row.outcome ?? 'pending',
    ...(error ? { error } : {}),
    startDate: answer?.startDate ?? null,
    endDate: answer?.endDate ?? null,
    endsAt: answer?.endsAt ?? null,
    serviceLevel: answer?.serviceLevel ?? null,
    description: null,
    allEntitlements: [],
    hardware: {
      ...noHardware,
      serviceTag: answer?.serviceTag ?? null,
      productCode: answer?.productCode ?? null,
      shipDate: answer?.shipDate ?? null,
      systemDescription: answer?.systemDescription ?? null,
    },
    source: answer?.checkedAt
      ? { vendor: maker, checkedAt: answer.checkedAt, stale: false, demo, page: null }
      : null,
  };
}
