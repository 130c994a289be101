import type { Asset } from './asset.ts';
import type { Suspicion } from './entered-dates.ts';
import type { Verdict } from './verdict.ts';

const maxSentences = 3;
const minWeight = 0.08;

const quoted = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function setAside({ enteredText }: Asset, suspicion: Suspicion): string[] {
  return suspicion === null ? [] : [`The entered date '${quoted(enteredText)}' was not used. ${suspicion}`];
}

function caution({ confidence, conflicts, evidence }: Verdict, isUsed: boolean): string[] {
  if (conflicts.length > 0) return [`Conflicting evidence: ${conflicts[0]}`];
  if (isUsed)
    return ['This appears to be a used device, which may have been bought up to three years later.'];
  const isSingle = evidence.length === 1 && confidence !== 'high';
  return isSingle ? ['There is no other evidence to confirm this.'] : [];
}

/**
 * Explains the date in sentences that name the evidence. `sentences` are those of the verdict's evidence, in the same
 * order.
 */
export function explain(
  asset: Asset,
  verdict: Verdict,
  sentences: readonly string[],
  suspicion: Suspicion,
): string {
  const { evidence } = verdict;
  if (evidence.some(({ clue }) => clue.kind === 'own-date'))
    return ['Date from your file.', ...caution(verdict, false)].join(' ');
  const told = sentences.filter((_, index) => index === 0 || (evidence[index]?.weight ?? 0) >= minWeight);
  const reasons =
    evidence.length > 0
      ? told.slice(0, maxSentences)
      : ['Nothing in this row indicates a purchase date.', ...sentences];
  return [...setAside(asset, suspicion), ...reasons, ...caution(verdict, asset.isUsed)].join(' ');
}
