import type { RunRef } from '../../../lookups/runs/run.ts';
import type { FileRow } from './rows.store.ts';

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

/** Not `replaceAll`, which takes several times the memory if there are many. */
export function copyJson(value: string | readonly string[]): string {
  const json = JSON.stringify(value);
  return json.includes('\\') ? json.replace(/\\/g, '\\\\') : json;
}

/** The columns before the cells. */
export function copyStart({ day, key }: RunRef, row: FileRow): string {
  const { line, vendor, serial, manufacturer, outcome, reason } = row;
  const texts = [vendor, serial, manufacturer, outcome, reason].map(copyText).join('\t');
  return `${day}\t${key}\t${row.row}\t${line}\t${texts}\t`;
}

/** A row in COPY format. */
export const copyLine = (run: RunRef, row: FileRow): string =>
  `${copyStart(run, row)}${copyJson(row.cells)}\n`;
