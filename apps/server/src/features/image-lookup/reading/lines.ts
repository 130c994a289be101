import { charOf, type ReadSymbol, type TextLine } from '@warranty/domain/label/text';
import { type Box, cornersOf, turnedTowards } from './boxes.ts';
import { type DetectionOptions, findText } from './detection.ts';
import { directionVote } from './direction.ts';
import type { OnnxModel } from './models.ts';
import type { Photo } from './photo.ts';
import type { ReadLine } from './recognizer.ts';

export interface FoundLine extends TextLine {
  box: Box;
}

export interface Readers {
  detection: OnnxModel;
  direction: OnnxModel;
  reader: ReadLine;
}

const maxLines = 40;
/** Below this vote of the small network, two lines are read in both directions to decide. */
const minDirectionVote = 0.75;

const turned = (box: Box): Box => ({ ...box, angle: box.angle + Math.PI });

const confidenceSum = (symbols: readonly ReadSymbol[]) =>
  symbols.slice(0, 25).reduce((sum, { choices }) => sum + (choices[0]?.probability ?? 0), 0);

async function isUpsideDown({ direction, reader }: Readers, photo: Photo, boxes: readonly Box[]) {
  const bySize = boxes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  const vote = await directionVote(direction, photo, bySize);
  if (Math.abs(vote) >= minDirectionVote) return vote > 0;
  let balance = vote;
  for (const box of bySize.filter(({ width, height }) => width > 2 * height).slice(0, 2)) {
    balance += confidenceSum(await reader(photo, turned(box))) - confidenceSum(await reader(photo, box));
  }
  return balance > 0;
}

/**
 * Aligns all boxes with the reading direction. The longest line decides, because a nearly square box has no clear
 * direction.
 */
async function aligned(readers: Readers, photo: Photo, found: readonly Box[]): Promise<Box[]> {
  const longest = found.reduce((a, b) => (b.width > a.width ? b : a));
  const boxes = found.map((box) => ({ ...box, angle: turnedTowards(box.angle, longest.angle) }));
  return (await isUpsideDown(readers, photo, boxes)) ? boxes.map(turned) : boxes;
}

export const lineOf = (box: Box, symbols: readonly ReadSymbol[]): FoundLine => ({
  box,
  symbols,
  corners: cornersOf(box),
});

const isText = (symbols: readonly ReadSymbol[]) =>
  symbols.some((symbol) => charOf(symbol) !== ' ') &&
  confidenceSum(symbols) / Math.min(25, symbols.length) > 0.4;

/** Reads the lines of a photo, largest text first, until `shouldStop` returns true. */
export async function readLines(
  readers: Readers,
  photo: Photo,
  look: DetectionOptions,
  shouldStop: (lines: readonly FoundLine[], next: Box | undefined) => boolean,
): Promise<FoundLine[]> {
  const found = await findText(readers.detection, photo, look);
  if (found.length === 0) return [];
  const boxes = (await aligned(readers, photo, found))
    .toSorted(
      (a, b) => b.height * Math.min(b.width, 8 * b.height) - a.height * Math.min(a.width, 8 * a.height),
    )
    .slice(0, maxLines)
    .toSorted((a, b) => b.height - a.height);
  const lines: FoundLine[] = [];
  for (const [index, box] of boxes.entries()) {
    const symbols = await readers.reader(photo, box);
    if (!isText(symbols)) continue;
    lines.push(lineOf(box, symbols));
    if (shouldStop(lines, boxes[index + 1])) break;
  }
  return lines;
}
