import type { Row } from './devices.ts';
import { createRandom } from './random.ts';

function permutation(count: number, seed: number): number[] {
  const random = createRandom(seed);
  const order = Array.from({ length: count }, (_, at) => at);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    const kept = order[at] as number;
    order[at] = order[other] as number;
    order[other] = kept;
  }
  return order;
}

/** The same fleet with all dates dealt out anew, purchases and warranties apart: nothing predicts anything. */
export function shuffled(rows: readonly Row[], truth: ReadonlyMap<string, string>, seed: number) {
  const purchases = permutation(rows.length, seed);
  const warranties = permutation(rows.length, seed + 1);
  const dealt = (at: number) => truth.get(rows[purchases[at] ?? 0]?.assetId ?? '') ?? '';
  return {
    rows: rows.map((row, at) => ({
      ...row,
      purchaseDate: row.purchaseDate ? dealt(at) : '',
      warrantyExpire: rows[warranties[at] ?? 0]?.warrantyExpire ?? '',
    })),
    truth: new Map(rows.map(({ assetId = '' }, at) => [assetId, dealt(at)])),
  };
}
