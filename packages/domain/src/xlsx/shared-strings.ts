import type { CsvLimits } from '../csv/csv-error.ts';
import { mayHaveOddCharacters } from './cell-text.ts';
import { createRichText, refuseSharedText } from './rich-text.ts';
import type { TextStore } from './text-store.ts';
import { refuse } from './workbook-error.ts';
import { createXmlScanner } from './xml-scanner.ts';

export interface SharedStrings {
  get(index: number): string;
  readonly mayBeOdd: boolean;
}

/** Reads the table of texts that cells refer to by number. */
export async function readSharedStrings(
  store: TextStore,
  pieces: AsyncIterable<string>,
  { cell }: CsvLimits,
): Promise<SharedStrings> {
  const rich = createRichText(cell, () => refuseSharedText(cell));
  const scanner = createXmlScanner({
    open: rich.open,
    close(name) {
      rich.close(name);
      if (name === 'si') store.add(rich.take());
    },
    text: rich.add,
  });
  let mayBeOdd = false;
  for await (const piece of pieces) {
    mayBeOdd ||= mayHaveOddCharacters(piece);
    scanner.feed(piece);
  }
  scanner.end();
  return { get: store.get, mayBeOdd };
}

export const noSharedStrings: SharedStrings = { get: () => refuse('damaged'), mayBeOdd: false };
