import { getOrMake } from '../memoize.ts';
import type { Asset } from './asset.ts';
import { minSamplesToMeasure, shareOfFew } from './tally.ts';

/** Possible warranty terms in years. */
export const terms: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** How often each term is bought, before the file is considered. */
const usual = [0.18, 0.04, 0.5, 0.08, 0.16, 0.02, 0.02];
const typicalOf: readonly { form: RegExp; shares: readonly number[] }[] = [
  { form: /apple/, shares: [0.6, 0.04, 0.3, 0.02, 0.02, 0.01, 0.01] },
  { form: /monitor|display|screen/, shares: [0.1, 0.04, 0.72, 0.03, 0.09, 0.01, 0.01] },
  { form: /network|switch|router|firewall|access point/, shares: [0.34, 0.04, 0.25, 0.02, 0.33, 0.01, 0.01] },
];

/** The weight of the wider group, in number of assets. */
const priorStrength = 3;
const rounds = 4;
/** Maximum distance in months from a whole number of years to count as a match. */
const nearTerm = 2.5;
const chanceShare = (2 * nearTerm) / 12;

export interface TermSample {
  asset: Asset;
  warrantyEnd: number;
  /** The known purchase date, or null. */
  label: number | null;
  /** Log likelihood of a purchase in a month according to the other evidence; used if there is no label. */
  fit: (month: number) => number;
}

export type Terms = ReturnType<typeof learnTerms>;

const typeOf = (asset: Asset) => (asset.manufacturerKey === 'apple' ? 'apple' : '') + asset.type;
const groupOf = (asset: Asset) => `${asset.manufacturerKey ?? ''}|${asset.type}`;

const defaults = (type: string) => typicalOf.find(({ form }) => form.test(type))?.shares ?? usual;

function withPrior(counts: readonly number[] | undefined, prior: readonly number[]): number[] {
  const sum = counts?.reduce((total, count) => total + count, 0) ?? 0;
  return prior.map(
    (share, index) => ((counts?.[index] ?? 0) + priorStrength * share) / (sum + priorStrength),
  );
}

const missOf = (months: number) => Math.min(...terms.map((years) => Math.abs(months - years * 12)));

function termFits({ warrantyEnd, label, fit }: TermSample): number[] {
  if (label === null) return terms.map((years) => fit(warrantyEnd - years * 12));
  return terms.map((years) => {
    const miss = (warrantyEnd - label - years * 12) / 1.2;
    return Math.max(-12, -0.5 * miss * miss);
  });
}

/** The probability of each term for an asset, given the shares of its group, written to `into`. */
function assign(fits: readonly number[], shares: readonly number[], into: Float64Array): void {
  const highest = Math.max(...fits);
  let sum = 0;
  for (let k = 0; k < into.length; k += 1) {
    into[k] = (shares[k] ?? 0) * Math.exp((fits[k] ?? 0) - highest);
    sum += into[k] ?? 0;
  }
  for (let k = 0; k < into.length; k += 1) into[k] = (into[k] ?? 0) / sum;
}

const labelledWeight = 1;
const inferredWeight = 0.7;

interface Prepared {
  fits: number[];
  weight: number;
  type: string;
  group: string;
}

type Counts = Map<string, number[]>;

function prepare(sample: TermSample): Prepared[] {
  const fits = termFits(sample);
  if (sample.label !== null && Math.max(...fits) < -8) return [];
  const weight = sample.label === null ? inferredWeight : labelledWeight;
  return [{ fits, weight, type: typeOf(sample.asset), group: groupOf(sample.asset) }];
}

function countIn(counts: Counts, key: string, found: Float64Array, weight: number): void {
  const own = getOrMake(counts, key, () => new Array<number>(terms.length).fill(0));
  for (let k = 0; k < found.length; k += 1) own[k] = (own[k] ?? 0) + weight * (found[k] ?? 0);
}

/** The shares of a group, memoized. */
function createShares(byType: Counts, byGroup: Counts) {
  const known = new Map<string, number[]>();
  return (type: string, group: string): number[] =>
    getOrMake(known, group, () => withPrior(byGroup.get(group), withPrior(byType.get(type), defaults(type))));
}

function learnShares(prepared: readonly Prepared[]) {
  let sharesOf = createShares(new Map(), new Map());
  const found = new Float64Array(terms.length);
  for (let round = 0; round < rounds; round += 1) {
    const byType: Counts = new Map();
    const byGroup: Counts = new Map();
    for (const { fits, weight, type, group } of prepared) {
      assign(fits, sharesOf(type, group), found);
      countIn(byType, type, found, weight);
      countIn(byGroup, group, found, weight);
    }
    sharesOf = createShares(byType, byGroup);
  }
  return sharesOf;
}

/**
 * Learns the warranty terms of this file, by manufacturer and type. Known dates decide; without any, the other evidence of
 * all assets together can still distinguish three years from five.
 */
export function learnTerms(samples: readonly TermSample[]) {
  const sharesOf = learnShares(samples.flatMap(prepare));
  const labelled = samples.flatMap(({ warrantyEnd, label }) => (label === null ? [] : [warrantyEnd - label]));
  const near = labelled.filter((months) => missOf(months) <= nearTerm).length;
  const hits = shareOfFew(near, labelled.length);
  return {
    /** The shares of `terms` for similar assets. */
    of: (asset: Asset): readonly number[] => sharesOf(typeOf(asset), groupOf(asset)),
    /** Number of dated assets the shares are based on. */
    known: labelled.length,
    doubt:
      labelled.length < minSamplesToMeasure
        ? 0.25
        : Math.min(1, Math.max(0.05, (1 - hits) / (1 - chanceShare))),
  };
}
