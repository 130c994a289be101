import type { FileRow, RunRef } from './rows.store.ts';

/** Escapes for COPY. JSON needs this only for the backslash. */
function copyText(text: string | null): string {
  if (text === null) return '\\N';
  return /[\\\t\n\r\0]/.test(text)
    ? text
        .replaceAll('\0', '')
        .replaceAll('\\', '\\\\')
        .replaceAll('\t', '\\t')
        .replaceAll('\n', '\\n')
        .replaceAll('\r', '\\r')
    : text;
}

/** A row in COPY format. */
export function copyLine({ day, key }: RunRef, row: FileRow): string {
  const { line, vendor, serial, manufacturer, outcome, reason, cells } = row;
  const texts = [vendor, serial, manufacturer, outcome, reason].map(copyText).join('\t');
  const json = JSON.stringify(cells);
  return `${day}\t${key}\t${row.row}\t${line}\t${texts}\t${json.includes('\\') ? json.replaceAll('\\', '\\\\') : json}\n`;
}
