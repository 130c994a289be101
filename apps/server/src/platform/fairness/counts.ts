/** What each name has of something. Those that have nothing are forgotten. */
export function createCounts() {
  const counts = new Map<string, number>();
  let total = 0;

  return {
    total: () => total,
    of: (name: string): number => counts.get(name) ?? 0,
    add(name: string, amount: number): void {
      total += amount;
      const sum = (counts.get(name) ?? 0) + amount;
      if (sum > 0) counts.set(name, sum);
      else counts.delete(name);
    },
  };
}
