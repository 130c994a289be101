import type { Asset, Dated } from './asset.ts';
import type { Clue } from './clue.ts';
import { ownClue } from './exact-clues.ts';
import { createFusion, type Fused } from './fusion.ts';
import { createNeighbors, type Neighbors, type SeriesPosition } from './neighbors.ts';
import { type FleetSetup, maxMeasured, modelGroup, readOwnEvidence } from './own-evidence.ts';
import { createPeers, type Peers } from './peers.ts';
import { createPriors } from './priors.ts';
import { minSamplesToMeasure } from './tally.ts';
import { createWarrantyClues } from './warranty-clues.ts';
import { learnTerms, type TermSample } from './warranty-terms.ts';

const tagPlace = ({ tag }: Asset): SeriesPosition | null => tag && { series: tag.series, order: tag.number };

/** A Dell tag read backwards increases slowly; other serials increase within a plant's letters. */
function serialPlace({ serial, manufacturerKey, isMonitor }: Asset): SeriesPosition | null {
  if (serial.length < 7) return null;
  if (manufacturerKey === 'dell' && serial.length === 7 && !isMonitor)
    return { series: 'dell', order: [...serial].reverse().join('') };
  return { series: `${manufacturerKey}|${serial.length}|${serial.slice(0, 2)}`, order: serial };
}

const familyGroup = ({ manufacturerKey, model }: Asset) =>
  model?.family ? `${manufacturerKey}|${model.family}` : null;

/** Dates inferred from an asset's own evidence, used as evidence for other assets. */
interface Inferred {
  forPeers: Dated[];
  forTags: Dated[];
}

type CluesOf = (at: number) => readonly Clue[];

export type Fleet = ReturnType<typeof createFleet>;

/** All assets of a file and the evidence they provide about each other. */
export function createFleet(assets: readonly Asset[], setup: FleetSetup) {
  const { grid } = setup;
  const own = readOwnEvidence(assets, setup);
  const { labelled, measured, labelOf } = own;
  const fuse = createFusion(grid);
  const firstPrior = createPriors([], assets, grid);

  function learn(cluesOf: CluesOf): CluesOf {
    const samples = assets.flatMap((asset, index): TermSample[] => {
      if (asset.warrantyEnd === null) return [];
      const prior = firstPrior(asset);
      const clues = cluesOf(index);
      const fit = (month: number) => {
        const bin = Math.floor(month);
        if (bin < 0 || bin >= grid.months) return -20;
        return clues.reduce((sum, clue) => sum + clue.logAt(bin), prior.logAt(bin));
      };
      return [{ asset, warrantyEnd: asset.warrantyEnd, label: labelOf(index), fit }];
    });
    const warranties = createWarrantyClues(learnTerms(samples), grid);
    return (at) => {
      const asset = assets[at];
      const warranty = asset ? warranties(asset) : null;
      return warranty ? [...own.cluesOf(at), warranty] : own.cluesOf(at);
    };
  }

  function infer(cluesOf: CluesOf): Inferred {
    const forPeers: Dated[] = [];
    const forTags: Dated[] = [];
    for (const [at, asset] of assets.entries()) {
      if (labelOf(at) !== null) continue;
      const clues = cluesOf(at);
      if (clues.length === 0) continue;
      const fused = fuse(firstPrior(asset), clues);
      const sd = Math.max(1.5, (fused.to - fused.from) / 4);
      const isOwn = clues.some(({ kind }) => kind !== 'model-window' && kind !== 'cpu-generation');
      if (isOwn && fused.near >= 0.75)
        forPeers.push({ at, month: fused.estimate, weight: 0.5 * fused.near, sd });
      if (fused.mass >= 0.8) forTags.push({ at, month: fused.estimate, weight: isOwn ? 0.6 : 0.25, sd });
    }
    return { forPeers, forTags };
  }

  /** Without known dates, those from serial number codes are the best reference. */
  function findProof({ forPeers }: Inferred): readonly Dated[] {
    if (measured.length >= minSamplesToMeasure) return measured;
    const coded = forPeers.filter(({ at }) => own.serialOf(at) !== null);
    return (coded.length >= minSamplesToMeasure ? coded : forPeers).slice(0, maxMeasured);
  }

  function neighborsBy(
    kind: 'tag-neighbors' | 'serial-neighbors',
    placeOf: (asset: Asset) => SeriesPosition | null,
    dated: readonly Dated[],
    proven: readonly Dated[],
  ): Neighbors {
    const isTag = kind === 'tag-neighbors';
    const all = { kind, placeOf, grid, minDoubt: isTag ? 0.06 : 0.15, maxDoubt: isTag ? 0.4 : 0.3 };
    const doubt = createNeighbors(dated, assets, all, null).measure(proven);
    // Few manufacturers use sequential serial numbers, so they count only if the file's dates confirm it.
    return createNeighbors(dated, assets, all, isTag ? doubt : (doubt ?? 1));
  }

  const tagsBy = (inferred: Inferred) =>
    neighborsBy('tag-neighbors', tagPlace, [...labelled, ...inferred.forTags], findProof(inferred));

  function peersBy(kind: 'same-model' | 'same-family', dated: readonly Dated[]): Peers {
    const isModel = kind === 'same-model';
    const all = { kind, keyOf: isModel ? modelGroup : familyGroup, minDoubt: isModel ? 0.08 : 0.25, grid };
    const doubt = createPeers(labelled, assets, all, 0).measure(measured);
    return createPeers(dated, assets, all, doubt ?? 0);
  }

  // Two rounds: after the tags show which assets were bought together, the warranty terms are clearer.
  const firstRound = learn(own.cluesOf);
  const firstInferred = infer(firstRound);
  const hasTags = assets.some(({ tag }) => tag !== null);
  const firstTags = hasTags ? tagsBy(firstInferred) : null;
  const withTags =
    (cluesOf: CluesOf, tags: Neighbors): CluesOf =>
    (at) => {
      const asset = assets[at];
      const tag = asset ? tags.clue(asset, at) : null;
      return tag ? [...cluesOf(at), tag] : cluesOf(at);
    };
  const secondRound = firstTags ? learn(withTags(own.cluesOf, firstTags)) : firstRound;
  const inferred = firstTags ? infer(withTags(secondRound, firstTags)) : firstInferred;
  const tags = tagsBy(inferred);
  const peerDates = [...labelled, ...inferred.forPeers];
  const peers = peersBy('same-model', peerDates);
  const families = peersBy('same-family', labelled);
  const counted = neighborsBy('serial-neighbors', serialPlace, labelled, measured);
  const priorFor = createPriors(peerDates, assets, grid);
  const priorOf = (at: number) => priorFor(assets[at] as Asset);

  function cluesOf(at: number): Clue[] {
    const asset = assets[at];
    if (!asset) return [];
    const same = peers.clue(asset, at);
    const family = same ? null : families.clue(asset, at);
    const next = own.serialOf(at) ? null : counted.clue(asset, at);
    return [...secondRound(at), same, family, tags.clue(asset, at), next].filter((clue) => clue !== null);
  }

  return {
    ...own,
    assets,
    grid,
    /** All evidence about an asset except its own date. */
    cluesOf,
    ownClue: (at: number): Clue | null => ownClue(labelOf(at), grid),
    prior: priorOf,
    fuse: (at: number, clues: readonly Clue[]): Fused => fuse(priorOf(at), clues),
    /** Dated assets that support an estimate, closest first. */
    peersOf(at: number, estimate: number): readonly Dated[] {
      const asset = assets[at];
      if (!asset) return [];
      const same = peers.nearest(asset, estimate);
      return [...(same.length > 0 ? same : families.nearest(asset, estimate)), ...tags.near(asset, at)];
    },
  };
}
