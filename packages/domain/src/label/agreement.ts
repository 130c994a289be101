import type { SerialCandidate } from './candidates.ts';
import type { Fit } from './fit.ts';
import { charOf, type ReadSymbol } from './text.ts';

/** What the first network found and the second reads as well. */
export interface Agreement {
  candidate: SerialCandidate;
  /** That both are right, by their own account. */
  probability: number;
  /** How sure a third network and narrower crops are on average, where all of them read the same; else null. */
  support: number | null;
}

const isPart = (symbol: ReadSymbol) => /[A-Za-z0-9|!$]/.test(charOf(symbol));

/** Where a second network reads the candidate's serial number in a line, its own account of it. */
export function rereadIn(candidate: SerialCandidate, line: readonly ReadSymbol[]): Fit | null {
  const symbols = line.filter(isPart);
  const { length } = candidate.symbols.filter(isPart);
  let best: Fit | null = null;
  for (let from = symbols.length - length; from >= 0; from--) {
    const fit = candidate.reread(symbols.slice(from, from + length));
    if (fit?.serial === candidate.serialNumber && fit.probability > (best?.probability ?? 0)) best = fit;
  }
  return best;
}

/*
 * Two networks that read the same are still wrong together where the photo itself is ambiguous: on generated photos 2 of
 * 20 agreements between 0.45 and 0.75 were, and none of 80 above. A third network and other crops of the same line tell
 * them apart: what is only guessed changes with them.
 */
const clearThreshold = 0.8;
const supportThreshold = 0.6;
/** Less is not worth asking further about. */
const minProbability = 0.1;

const isPlain = ({ hasLabel, isTypical, contradicted }: SerialCandidate) =>
  hasLabel && isTypical && !contradicted;

/** Without its label, of an unusual form or beside a code that does not fit, more must speak for it. */
const support = ({ hasLabel, isTypical, contradicted }: SerialCandidate) =>
  supportThreshold + (hasLabel ? 0 : 0.1) + (isTypical ? 0 : 0.15) + (contradicted ? 0.2 : 0);

const isClear = ({ candidate, probability }: Omit<Agreement, 'support'>) =>
  isPlain(candidate) && probability >= clearThreshold;

export const isDoubtful = (agreement: Omit<Agreement, 'support'>): boolean =>
  !isClear(agreement) && agreement.probability >= minProbability;

const isProof = (agreement: Agreement) =>
  isClear(agreement) || (agreement.support ?? 0) >= support(agreement.candidate);

export const agreementConfidence = (agreement: Agreement): number =>
  Math.max(agreement.probability, agreement.support ?? 0);

/** The agreement that proves a serial number, of those that the looks at one label brought. */
export function findProof(agreements: readonly Agreement[]): Agreement | null {
  return (
    agreements.filter(isProof).toSorted((a, b) => agreementConfidence(b) - agreementConfidence(a))[0] ?? null
  );
}
