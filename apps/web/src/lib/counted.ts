/** "1,234" and not "1234": figures stand under each other and are read aloud. */
export function figure(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** "1 row", "1,234 rows". */
export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${figure(amount)} ${amount === 1 ? one : many}`;
}
