import { getOrMake } from '../memoize.ts';
import type { Asset, Dated } from './asset.ts';
import { Clue } from './clue.ts';
import { addGaussian, type Density, type Grid, normalize } from './density.ts';

const settled = 84;
const fading = 36;
const minAssets = 5;
/** The share of the general distribution in every prior, whatever the file's dates are. */
const generalShare = 0.4;
const width = 10;

/** Devices in use are rarely older than seven years. */
function general(grid: Grid): Density {
  const density = new Float64Array(grid.months);
  for (let index = 0; index < grid.months; index += 1) {
    const age = grid.now - index - 0.5;
    density[index] = age <= settled ? 1 : Math.exp(-(age - settled) / fading);
  }
  return normalize(density) ?? density;
}

/** Returns a function for the distribution before anything about a device is known. */
export function createPriors(dated: readonly Dated[], assets: readonly Asset[], grid: Grid) {
  const common = general(grid);
  const groups = new Map<string, { density: Density; count: number }>();
  const groupsOf = ({ manufacturerKey, type }: Asset) => [`${manufacturerKey}|${type}`, `|${type}`, ''];
  for (const { at, month, weight } of dated) {
    const asset = assets[at];
    for (const key of asset ? groupsOf(asset) : []) {
      const group = getOrMake(groups, key, () => ({ density: new Float64Array(grid.months), count: 0 }));
      addGaussian(group.density, month, width, weight);
      group.count += weight;
    }
  }
  const clues = new Map<string, Clue>();

  function make(key: string | undefined, asset: Asset): Clue {
    const group = key === undefined ? undefined : groups.get(key);
    const density = group ? normalize(group.density.slice()) : null;
    const mixed = common.map((share, index) =>
      density === null ? share : generalShare * share + (1 - generalShare) * (density[index] ?? 0),
    );
    const what = [asset.manufacturer, asset.original.typeName].filter(Boolean).join(' ') || 'assets';
    const sentence =
      density === null
        ? 'This date is based only on the typical age of devices in use.'
        : `${key === '' ? 'Assets' : `Similar assets (${what})`} with known dates in the file are about this old.`;
    return new Clue('type-and-maker', { start: 0, shares: mixed }, 0.02, grid, () => sentence);
  }

  return (asset: Asset): Clue => {
    const key = groupsOf(asset).find((each) => (groups.get(each)?.count ?? 0) >= minAssets);
    return getOrMake(clues, key ?? 'general', () => make(key, asset));
  };
}
