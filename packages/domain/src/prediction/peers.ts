import type { EvidenceKind } from '@warranty/contracts/purchase-date';
import { getOrMake } from '../memoize.ts';
import type { Asset, Dated } from './asset.ts';
import { Clue } from './clue.ts';
import { addGaussian, type Density, type Grid, normalize, summarize, trimmed } from './density.ts';
import { formatMonth } from './months.ts';
import { firstNotBelow } from './sorted.ts';
import { measureDoubt } from './tally.ts';

interface PeerGroup {
  members: Dated[];
  weight: number;
  /** The part of the weight that comes from dates in the file. */
  labelled: number;
  /** Sum of the members' distributions. */
  sum: Float64Array<ArrayBuffer>;
}

export type Peers = ReturnType<typeof createPeers>;

/** Models are bought in batches: most peers are from the same batch, some from an earlier or later one. */
function addPeer(into: Float64Array, { month, sd, weight }: Dated): void {
  addGaussian(into, month, Math.max(1.5, sd), weight * 0.67);
  addGaussian(into, month, Math.max(6, sd), weight * 0.33);
}

export interface PeersSetup {
  kind: Extract<EvidenceKind, 'same-model' | 'same-family'>;
  keyOf: (asset: Asset) => string | null;
  /** The minimum share of misleading cases. */
  minDoubt: number;
  grid: Grid;
}

const newGroup = ({ months }: Grid): PeerGroup => ({
  ...{ members: [], weight: 0, labelled: 0 },
  sum: new Float64Array(months),
});

function groupsOf(dated: readonly Dated[], assets: readonly Asset[], { keyOf, grid }: PeersSetup) {
  const groups = new Map<string, PeerGroup>();
  for (const one of dated) {
    const asset = assets[one.at];
    const key = asset ? keyOf(asset) : null;
    if (key === null) continue;
    const group = getOrMake(groups, key, () => newGroup(grid));
    group.members.push(one);
    group.weight += one.weight;
    if (one.weight === 1) group.labelled += 1;
    addPeer(group.sum, one);
  }
  return groups;
}

function without(group: PeerGroup, own: Dated | undefined): { density: Density | null; weight: number } {
  const sum = group.sum.slice();
  if (own) addPeer(sum, { ...own, weight: -own.weight });
  for (let index = 0; index < sum.length; index += 1) if ((sum[index] ?? 0) < 1e-12) sum[index] = 0;
  return { density: normalize(sum), weight: group.weight - (own?.weight ?? 0) };
}

const nearestEachSide = 6;
/** Inferred dates depend on the same model's window, which is separate evidence. */
const inferredDoubt = 0.4;

export function createPeers(
  dated: readonly Dated[],
  assets: readonly Asset[],
  setup: PeersSetup,
  doubtFromMeasure: number,
) {
  const { kind, keyOf, minDoubt, grid } = setup;
  const groups = groupsOf(dated, assets, setup);
  const ownDates = new Map(dated.map((one) => [one.at, one]));
  const shared = new Map<PeerGroup, Clue | null>();

  const groupOf = (asset: Asset) => {
    const key = keyOf(asset);
    return key === null ? null : (groups.get(key) ?? null);
  };

  function make(group: PeerGroup, own: Dated | undefined): Clue | null {
    const { density, weight } = without(group, own);
    if (density === null || weight < 0.2) return null;
    const labels = group.labelled - (own?.weight === 1 ? 1 : 0);
    const isInferred = labels < 1;
    const evident = labels + 0.4 * Math.max(0, weight - labels);
    const least = Math.max(doubtFromMeasure, isInferred ? inferredDoubt : 0);
    const doubt = Math.min(0.95, Math.max(least, minDoubt + 0.35 / (evident + 1)));
    const count = group.members.length - (own ? 1 : 0);
    const say = () => sentence(kind, labelledOf(group), own) ?? inferredText(kind, count, density);
    return new Clue(kind, trimmed(density), doubt, grid, say, isInferred);
  }

  const sorted = new Map<PeerGroup, Dated[]>();
  const labelledOf = (group: PeerGroup): Dated[] =>
    getOrMake(sorted, group, () =>
      group.members.filter(({ weight }) => weight === 1).toSorted((a, b) => a.month - b.month || a.at - b.at),
    );

  return {
    /** A few dates from the file that are closest to a month. */
    nearest(asset: Asset, month: number): readonly Dated[] {
      const group = groupOf(asset);
      const list = group ? labelledOf(group) : [];
      const middle = firstNotBelow(list, month, (one) => one.month);
      return list
        .slice(Math.max(0, middle - nearestEachSide), middle + nearestEachSide)
        .toSorted((a, b) => Math.abs(a.month - month) - Math.abs(b.month - month));
    },
    /** Excludes the asset's own date. */
    clue(asset: Asset, at: number): Clue | null {
      const group = groupOf(asset);
      if (group === null) return null;
      const own = ownDates.get(at);
      return own ? make(group, own) : getOrMake(shared, group, () => make(group, undefined));
    },
    /** How misleading peers are. */
    measure: (labelled: readonly Dated[]): number | null =>
      measureDoubt(labelled, (own) => {
        const asset = assets[own.at];
        const group = asset ? groupOf(asset) : null;
        const { density, weight } = group ? without(group, own) : { density: null, weight: 0 };
        return density === null || weight < 0.5 ? null : summarize(density).estimate;
      }),
  };
}

/** The middle 90 % of the file's dates; null if the file has none. */
function sentence(kind: PeersSetup['kind'], labels: readonly Dated[], own: Dated | undefined): string | null {
  const what = kindText[kind];
  const count = labels.length - (own?.weight === 1 ? 1 : 0);
  if (count === 0) return null;
  if (count === 1) {
    const other = labels.find(({ at }) => at !== own?.at);
    return `Another asset ${what} in the file was bought in ${formatMonth(other?.month ?? 0)}.`;
  }
  const first = formatMonth(labels[Math.floor(labels.length * 0.05)]?.month ?? 0);
  const last = formatMonth(labels[Math.ceil(labels.length * 0.95) - 1]?.month ?? 0);
  const when = first === last ? `in ${first}` : `between ${first} and ${last}`;
  return `${count} other assets ${what} in the file were bought ${when}.`;
}

const kindText: Record<PeersSetup['kind'], string> = {
  'same-model': 'of the same model',
  'same-family': 'of the same family and generation',
};

function inferredText(kind: PeersSetup['kind'], members: number, density: Density): string {
  const about = formatMonth(summarize(density).estimate);
  return members === 1
    ? `Another asset ${kindText[kind]} in the file was probably bought around ${about}.`
    : `${members} other assets ${kindText[kind]} in the file were probably bought around ${about}.`;
}
