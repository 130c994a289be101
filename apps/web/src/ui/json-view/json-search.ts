import { childOf, contentOf, type TreePath } from './json-tree.ts';

/** More than a user would step through; the search stops there. */
export const maxMatches = 10_000;

export interface Found {
  hits: TreePath[];
  /** There are more matches than `hits` contains. */
  isCut: boolean;
}

const levelOf = (value: object) => ({ ...contentOf(value), at: -1 });

/** Searches keys and values, including closed nodes, and yields regularly. `words` must be lower case. */
export function* search(root: unknown, words: string): Generator<void, Found> {
  const hits: TreePath[] = [];
  const keyHolds = remember((key) => key.toLowerCase().includes(words));
  const levels = [levelOf([root])];
  for (let count = 1, level = levels.at(-1); level; count += 1, level = levels.at(-1)) {
    if (count % 500 === 0) yield;
    level.at += 1;
    if (level.at >= level.size) {
      levels.pop();
      continue;
    }
    const key = level.keys?.[level.at];
    const value = childOf(level, level.at);
    if ((key !== undefined && keyHolds(key)) || holds(value, words)) {
      if (hits.length === maxMatches) return { hits, isCut: true };
      hits.push(levels.map(({ at }) => at));
    }
    if (typeof value === 'object' && value !== null) levels.push(levelOf(value));
  }
  return { hits, isCut: false };
}

function holds(value: unknown, words: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(words);
  return (typeof value !== 'object' || value === null) && String(value).includes(words);
}

/** Memoizes by key: the same few keys repeat. */
function remember(decide: (key: string) => boolean): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const decided = decide(key);
    known.set(key, decided);
    return decided;
  };
}
