import type { SerialCandidate } from './candidates.ts';
import type { Fit } from './fit.ts';
import { charOf, type ReadSymbol } from './text.ts';

/** A candidate of the first network that the second network reads the same way. */
export interface Agreement {
  candidate: SerialCandidate;
  /** Probability that both are right, as reported by the networks. */
  probability: number;
  /** Average confidence of a third network and narrower crops if all of them agree; otherwise null. */
  support: number | null;
}

const isPart = (symbol: ReadSymbol) => /[A-Za-z0-9|!$]/.test(charOf(symbol));

/** The best match if a second network reads the candidate's serial number in a line. */
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
 * Two networks that agree can still both be wrong if the photo is ambiguous: on generated photos, 2 of 20 agreements
 * between 0.45 and 0.75 were wrong, and none of 80 above. A third network and other crops of the same line separate them,
 * because a guess changes between crops.
 */
const clearThreshold = 0.8;
const supportThreshold = 0.6;
/** Below this, further passes are not worth the time. */
const minProbability = 0.1;

const isPlain = ({ hasLabel, isTypical, contradicted }: SerialCandidate) =>
  hasLabel && isTypical && !contradicted;

/** More support is required without a label, for an unusual format, or if a code contradicts it. */
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

/** The strongest agreement that proves a serial number, across all passes over one label. */
export function findProof(agreements: readonly Agreement[]): Agreement | null {
  return (
    agreements.filter(isProof).toSorted((a, b) => agreementConfidence(b) - agreementConfidence(a))[0] ?? null
  );
}
