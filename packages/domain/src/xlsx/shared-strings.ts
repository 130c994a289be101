import type { CsvLimits } from '../csv/csv-error.ts';
import { mayHaveOddCharacters } from './cell-text.ts';
import { createRichText, refuseSharedText } from './rich-text.ts';
import { refuse } from './workbook-error.ts';
import { createXmlScanner } from './xml-scanner.ts';

export interface SharedStrings {
  get(index: number): string;
  readonly mayBeOdd: boolean;
}

const blockBytes = 4 * 1024 * 1024;
/** UTF-8 has up to three bytes per UTF-16 unit. */
const bytesPerUnit = 3;
const maxTextBytes = 256 * 1024 * 1024;
const recentSlots = 1 << 14;

/**
 * Texts as bytes: two million of them take 38 MB instead of 82 MB as strings, and do not burden the garbage collector.
 * Those that repeat, like the name of a manufacturer, are decoded once.
 */
function createTextStore() {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const blocks: Uint8Array[] = [];
  let starts = new Uint32Array(1024);
  let ends = new Uint32Array(1024);
  let count = 0;
  let block = new Uint8Array(0);
  let filled = 0;
  const recentIndexes = new Int32Array(recentSlots).fill(-1);
  const recent: string[] = new Array(recentSlots).fill('');

  function grow(): void {
    const [before, beforeEnds] = [starts, ends];
    starts = new Uint32Array(2 * count);
    ends = new Uint32Array(2 * count);
    starts.set(before);
    ends.set(beforeEnds);
  }

  function addBlock(): void {
    if ((blocks.length + 1) * blockBytes > maxTextBytes) refuse('inflated');
    block = new Uint8Array(blockBytes);
    blocks.push(block);
    filled = 0;
  }

  return {
    add(text: string): void {
      if (count === starts.length) grow();
      if (block.length - filled < text.length * bytesPerUnit) addBlock();
      const { written } = encoder.encodeInto(text, block.subarray(filled));
      const start = (blocks.length - 1) * blockBytes + filled;
      starts[count] = start;
      ends[count] = start + written;
      count += 1;
      filled += written;
    },
    get(index: number): string {
      if (!(index >= 0 && index < count)) refuse('damaged');
      const slot = index % recentSlots;
      if (recentIndexes[slot] === index) return recent[slot] as string;
      const start = starts[index] as number;
      const at = Math.floor(start / blockBytes);
      const from = start - at * blockBytes;
      const bytes = (blocks[at] as Uint8Array).subarray(from, from + (ends[index] as number) - start);
      const text = decoder.decode(bytes);
      recentIndexes[slot] = index;
      recent[slot] = text;
      return text;
    },
  };
}

/** Reads the table of texts that cells refer to by number. */
export async function readSharedStrings(
  pieces: AsyncIterable<string>,
  { cell }: CsvLimits,
): Promise<SharedStrings> {
  const store = createTextStore();
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
