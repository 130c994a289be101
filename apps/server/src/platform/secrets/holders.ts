/** Finds holders by the hashes of their tokens: in input order, null for hashes without a holder. */
export async function holdersInOrder<H>(
  find: (hashes: string[]) => Promise<(H & { hash: string })[]>,
  hashes: readonly string[],
): Promise<(H | null)[]> {
  const rows = await find(hashes.map((hex) => `\\x${hex}`));
  const byHash = new Map<string, H>(rows.map(({ hash, ...holder }) => [hash, holder as H]));
  return hashes.map((hash) => byHash.get(hash) ?? null);
}
