import type { Confidence, PredictionMethod } from '@warranty/contracts/purchase-date';
import type { Clue } from './clue.ts';
import type { Fleet } from './fleet.ts';
import { formatMonth } from './months.ts';
import { termFor } from './warranty-clues.ts';

const sure = { high: 0.955, medium: 0.8 };
const conflictMonths = 18;

const methods: Record<Clue['kind'], PredictionMethod> = {
  'own-lookup': 'exact_match',
  'vendor-date': 'exact_match',
  'own-date': 'exact_match',
  'same-serial': 'exact_match',
  'serial-code': 'fallback_estimate',
  'warranty-end': 'warranty_based',
  'tag-neighbors': 'similar_assets',
  'serial-neighbors': 'similar_assets',
  'same-model': 'similar_assets',
  'same-family': 'similar_assets',
  'model-window': 'fallback_estimate',
  'cpu-generation': 'fallback_estimate',
  'type-and-maker': 'fallback_estimate',
};

const conflictPhrases: Record<Clue['kind'], string> = {
  'own-lookup': 'Your own lookups say',
  'vendor-date': 'The ship date says',
  'own-date': 'The entered date says',
  'same-serial': 'Another row with the same serial number says',
  'serial-code': 'The serial number says',
  'warranty-end': 'The warranty says',
  'tag-neighbors': 'Neighboring asset tags say',
  'serial-neighbors': 'Neighboring serial numbers say',
  'same-model': 'Assets of the same model say',
  'same-family': 'Assets of the same family say',
  'model-window': 'The model says',
  'cpu-generation': 'The processor says',
  'type-and-maker': 'The typical device age suggests',
};

export const methodOf = ({ kind }: Clue): PredictionMethod => methods[kind];

/** How much more likely a clue makes the estimate, as a log. */
function gainOf(clue: Clue, estimate: number): number {
  const at = Math.floor(estimate);
  return Math.max(clue.logAt(at), clue.logAt(at - 1), clue.logAt(at + 1));
}

function heaviest(clues: readonly Clue[], estimate: number): Clue | undefined {
  let best: Clue | undefined;
  let maxGain = 0;
  for (const clue of clues) {
    const gain = gainOf(clue, estimate);
    if (gain <= maxGain) continue;
    best = clue;
    maxGain = gain;
  }
  return best;
}

function weigh(clues: readonly Clue[], estimate: number): { clue: Clue; weight: number }[] {
  const gains = clues.map((clue) => ({ clue, gain: gainOf(clue, estimate) }));
  const sum = gains.reduce((total, { gain }) => total + gain, 0);
  return gains
    .map(({ clue, gain }) => ({ clue, weight: sum === 0 ? 0 : gain / sum }))
    .toSorted((a, b) => b.weight - a.weight);
}

const isFar = (clue: Clue, estimate: number) =>
  clue.supports(estimate - conflictMonths, estimate + conflictMonths) < 0.08 && clue.doubt < 0.5;

function conflictsOf(clues: readonly Clue[], estimate: number): string[] {
  const far = clues.filter((clue) => isFar(clue, estimate));
  if (far.length === 0) return [];
  const near = heaviest(
    clues.filter((clue) => !far.includes(clue)),
    estimate,
  );
  return far.map((clue) => {
    const said = `${conflictPhrases[clue.kind]} ${formatMonth(clue.summary.estimate)}`;
    const voice = near ? conflictPhrases[near.kind] : '';
    const other = near ? `, ${voice.charAt(0).toLowerCase()}${voice.slice(1)} ${formatMonth(estimate)}` : '';
    return `${said}${other}.`;
  });
}

const lower = (a: Confidence, b: Confidence): Confidence =>
  a === 'low' || b === 'low' ? 'low' : a === 'medium' || b === 'medium' ? 'medium' : 'high';

const isExact = ({ kind }: Clue) => methods[kind] === 'exact_match';

/** Agreeing evidence counts as independent confirmation, however low its weight; inferred evidence does not. */
const isIndependentEvidence = (clue: Clue, estimate: number) =>
  clue.doubt < 0.9 &&
  (!clue.isInferred || (clue.kind === 'tag-neighbors' && clue.doubt < 0.3)) &&
  agrees(clue, estimate);

const agrees = (clue: Clue, estimate: number) => clue.supports(estimate - 12, estimate + 12) >= 0.3;

/** Serial numbers and models indicate when a device was made; shelf stock and refurbished devices are bought later. */
const tellsPurchase = ({ kind, isInferred }: Clue) =>
  kind === 'warranty-end' || kind === 'tag-neighbors' || (methods[kind] === 'similar_assets' && !isInferred);

/** A code with an unambiguous year, for a model with known dates, needs no independent confirmation. */
function isPlainCode(fleet: Fleet, at: number): boolean {
  const serial = fleet.serialOf(at);
  const asset = fleet.assets[at];
  const isSingle = serial?.candidates.length === 1 && ['Cisco', 'Apple'].includes(serial.manufacturer);
  return isSingle && asset !== undefined && fleet.models.datesOf(asset) !== null;
}

/** The maximum confidence for single or doubtful evidence. */
function cap(
  fleet: Fleet,
  at: number,
  { clues, estimate }: ReturnType<typeof weighEvidence>,
  hasConflict: boolean,
): Confidence {
  const independentEvidence = clues.filter((clue) => isIndependentEvidence(clue, estimate));
  const serial = fleet.serialOf(at);
  // Without a model or other evidence, the decade of the code is a guess.
  if (serial && clues.length === 1 && serial.candidates.length > 1) return 'low';
  if (clues.length === 0) return 'low';
  if (hasConflict) return 'medium';
  if (independentEvidence.some(isExact) || isPlainCode(fleet, at)) return 'high';
  // The processor depends on the model, so the two are not independent.
  const kinds = new Set(
    independentEvidence.map(({ kind }) => (kind === 'cpu-generation' ? 'model-window' : kind)),
  );
  const isBought = clues.some((clue) => tellsPurchase(clue) && agrees(clue, estimate));
  return kinds.size >= 2 && isBought ? 'high' : 'medium';
}

const refurbishedMonths = 36;

const nearby = 1.2;

/** The exact day that a clue refers to, if it has one. */
function dayOf(clue: Clue | undefined, warrantyEnd: number | null, estimate: number): number | null {
  if (clue?.kind !== 'warranty-end') return clue?.exactDay ?? null;
  return warrantyEnd === null ? null : warrantyEnd - termFor(warrantyEnd, estimate) * 12;
}

/** If the strongest clue has an exact day, the estimate uses that day instead of only the month. */
function toTheDay(fleet: Fleet, at: number, clues: readonly Clue[], estimate: number): number {
  const end = fleet.assets[at]?.warrantyEnd ?? null;
  const day = dayOf(heaviest(clues, estimate), end, estimate);
  return day !== null && Math.abs(day - estimate) <= nearby && day <= fleet.grid.now ? day : estimate;
}

/** `label` is the asset's own date, if it is trusted. */
export function weighEvidence(fleet: Fleet, at: number, label: number | null) {
  const own = label === null ? null : fleet.ownClue(at);
  const clues = own ? [own, ...fleet.cluesOf(at)] : fleet.cluesOf(at);
  const fused = fleet.fuse(at, clues);
  const estimate = label ?? toTheDay(fleet, at, clues, fused.estimate);
  const mass = fused.between(estimate - 12, estimate + 12);
  return { clues, estimate, from: Math.min(fused.from, estimate), to: Math.max(fused.to, estimate), mass };
}

/** The limit set by the back test of the file's dates. */
export interface Trust {
  maxConfidence: Confidence;
}

export type Verdict = ReturnType<typeof assess>;

/** The result of all evidence about one asset. Dates are in months. */
export function assess(fleet: Fleet, at: number, trust: Trust) {
  const label = fleet.labelOf(at);
  const judged = weighEvidence(fleet, at, label);
  const { clues, estimate, from, to, mass } = judged;
  const conflicts = conflictsOf(clues, estimate);
  const hasExact = clues.some(isExact);
  const isUsed = fleet.assets[at]?.isUsed === true && !hasExact;
  const found: Confidence = mass >= sure.high ? 'high' : mass >= sure.medium ? 'medium' : 'low';
  const capped = lower(found, cap(fleet, at, judged, conflicts.length > 0));
  const trusted = hasExact ? capped : lower(capped, trust.maxConfidence);
  const evidence = weigh(clues, estimate);
  const first = evidence[0];
  const method: PredictionMethod =
    label !== null ? 'exact_match' : first && first.weight > 0 ? methodOf(first.clue) : 'fallback_estimate';
  return {
    estimate,
    from,
    to: Math.min(fleet.grid.now, to + (isUsed ? refurbishedMonths : 0)),
    confidence: isUsed ? lower(trusted, 'medium') : trusted,
    method,
    /** Strongest first; excludes the prior. */
    evidence,
    conflicts,
  };
}
