/** "1,234" instead of "1234": numbers are aligned in columns and read aloud. */
export function formatNumber(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** "1 row", "1,234 rows". */
export function formatCount(amount: number, one: string, many = `${one}s`): string {
  return `${formatNumber(amount)} ${amount === 1 ? one : many}`;
}
