import { type Agreement, isDoubtful, rereadIn } from '@warranty/domain/label/agreement';
import type { SerialCandidate } from '@warranty/domain/label/candidates';
import { charOf, type ReadSymbol, type TextLine } from '@warranty/domain/label/text';
import type { Box } from './boxes.ts';
import { type FoundLine, lineOf } from './lines.ts';
import type { Photo } from './photo.ts';
import type { ReadLine } from './recognizer.ts';

/** Checking more candidates costs more than it finds. */
const maxCandidates = 2;

const linesOf = (candidate: SerialCandidate, lines: readonly FoundLine[]): FoundLine[] => {
  const used = new Set<TextLine | null>(candidate.symbols.map(({ line }) => line));
  return lines.filter((line) => used.has(line));
};

/** The part of a line that contains the candidate: a short crop takes a third of the time of the whole line. */
function partOf({ box, symbols }: FoundLine, candidate: SerialCandidate): Box {
  const places = candidate.symbols.map(({ at }) => at);
  const margin = 1.1 / Math.max(4, symbols.length);
  const from = Math.max(0, Math.min(...places) - margin);
  const to = Math.min(1, Math.max(...places) + margin);
  const along = ((from + to) / 2 - 0.5) * box.width;
  const width = (to - from) * box.width;
  return { ...box, width, x: box.x + along * Math.cos(box.angle), y: box.y + along * Math.sin(box.angle) };
}

const looksLikeCode = (symbols: readonly ReadSymbol[]) =>
  symbols.filter((symbol) => /\d/.test(charOf(symbol))).length >= 8;

/** A tighter crop above and below: guessed characters come out differently. */
const narrower = (box: Box): Box => ({ ...box, height: 0.85 * box.height });

export interface OtherReaders {
  secondReader(): Promise<ReadLine>;
  thirdReader(): Promise<ReadLine>;
}

/** The mean over all readers, or null as soon as one reads something else. */
async function supportFor(
  readers: OtherReaders,
  photo: Photo,
  part: Box,
  candidate: SerialCandidate,
  known: number[],
): Promise<number | null> {
  const third = await readers.thirdReader();
  const second = await readers.secondReader();
  const asked = [...known];
  for (const [reader, box] of [
    [third, narrower(part)],
    [third, part],
    [second, narrower(part)],
  ] as const) {
    const fit = rereadIn(candidate, await reader(photo, box));
    if (!fit) return null;
    asked.push(fit.probability);
  }
  return asked.reduce((a, b) => a + b, 0) / asked.length;
}

/**
 * A second network reads the candidates of the first: text alone is a proof only if both agree. Returns the checked lines too,
 * as it reads them.
 */
export async function secondOpinion(
  readers: OtherReaders,
  photo: Photo,
  lines: readonly FoundLine[],
  candidates: readonly SerialCandidate[],
) {
  const reader = await readers.secondReader();
  const read = new Map<FoundLine, FoundLine>();
  const whole = async (line: FoundLine): Promise<FoundLine> => {
    const known = read.get(line) ?? lineOf(line.box, await reader(photo, line.box));
    read.set(line, known);
    return known;
  };
  async function opinionOn(candidate: SerialCandidate): Promise<Agreement | null> {
    const its = linesOf(candidate, lines);
    const part = its[0] && its.length === 1 ? partOf(its[0], candidate) : null;
    let fit = part && rereadIn(candidate, await reader(photo, part));
    if (!fit) {
      const again: ReadSymbol[] = [];
      for (const line of its) again.push(...(await whole(line)).symbols);
      fit = rereadIn(candidate, again);
    }
    if (!fit) return null;
    const agreement = { candidate, probability: candidate.probability * fit.probability };
    if (!part || !isDoubtful(agreement)) return { ...agreement, support: null };
    const known = [candidate.probability, fit.probability];
    return { ...agreement, support: await supportFor(readers, photo, part, candidate, known) };
  }
  const agreements: Agreement[] = [];
  for (const candidate of candidates.slice(0, maxCandidates)) {
    const agreement = await opinionOn(candidate);
    if (agreement) agreements.push(agreement);
  }
  if (agreements.length === 0 && candidates.some(({ manufacturer }) => manufacturer === 'Dell')) {
    for (const line of lines.filter(({ symbols }) => looksLikeCode(symbols))) await whole(line);
  }
  return { agreements, lines: [...read.values()] };
}
