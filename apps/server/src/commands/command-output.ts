const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power > 0 && value < 100 ? 1 : 0)} ${units[power]}`;
}

export const formatCount = (count: number): string => count.toLocaleString('en-US');

export function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
