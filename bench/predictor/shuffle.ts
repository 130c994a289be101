import type { Row } from './devices.ts';
import { createRandom } from './random.ts';

function permutation(count: number, seed: number): number[] {
  const random = createRandom(seed);
  const order = Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    const kept = order[index] as number;
    order[index] = order[other] as number;
    order[other] = kept;
  }
  return order;
}

/** The same fleet with purchase and warranty dates shuffled independently, so that nothing is predictable. */
export function shuffled(rows: readonly Row[], truth: ReadonlyMap<string, string>, seed: number) {
  const purchases = permutation(rows.length, seed);
  const warranties = permutation(rows.length, seed + 1);
  const dealt = (at: number) => truth.get(rows[purchases[at] ?? 0]?.assetId ?? '') ?? '';
  return {
    rows: rows.map((row, index) => ({
      ...row,
      purchaseDate: row.purchaseDate ? dealt(index) : '',
      warrantyExpire: rows[warranties[index] ?? 0]?.warrantyExpire ?? '',
    })),
    truth: new Map(rows.map(({ assetId = '' }, index) => [assetId, dealt(index)])),
  };
}
