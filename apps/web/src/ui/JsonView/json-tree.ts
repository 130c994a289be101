/**
 * JSON as lines to draw. Only what is open is known line by line, and a line is found by its number, so a reply of any
 * size costs what is looked at.
 */

export interface Branch {
  readonly value: object;
  /** Of an object; null for an array. */
  readonly keys: readonly string[] | null;
  readonly size: number;
  readonly parent: Branch | null;
  /** Its place among the children of its parent. */
  readonly at: number;
  /** The children that are open, by their place. */
  readonly open: Map<number, Branch>;
  /** With its first and last line, and everything that is open within. */
  lines: number;
  /** Made when a line is looked for, forgotten when something opens or closes. */
  order: Order | null;
}

/** The open children in their order, and how many lines each and those before it add to one line per child. */
interface Order {
  places: number[];
  added: number[];
}

export interface Line {
  kind: 'value' | 'closed' | 'open' | 'end';
  value: unknown;
  /** Null in arrays and at the root. */
  key: string | null;
  /** 0 at the root. */
  depth: number;
  /** The branch it stands in, and its place there. */
  parent: Branch;
  at: number;
  /** Nothing follows it in its branch. */
  isLast: boolean;
}

/** From the root on, the place among the children; the root itself is `[0]`. */
export type TreePath = readonly number[];

/** The root is the only child of a branch that is not drawn. */
export type JsonTree = Branch;

export function createTree(value: unknown): JsonTree {
  return createBranch([value], null, 0);
}

function createBranch(value: object, parent: Branch | null, at: number): Branch {
  const keys = Array.isArray(value) ? null : Object.keys(value);
  const size = keys ? keys.length : (value as unknown[]).length;
  return { value, keys, size, parent, at, open: new Map(), lines: size + 2, order: null };
}

export function lineCount(tree: JsonTree): number {
  return tree.lines - 2;
}

export function childOf({ value, keys }: Branch, at: number): unknown {
  if (!keys) return (value as unknown[])[at];
  return (value as Record<string, unknown>)[keys[at] ?? ''];
}

/** Something can be opened: an object or an array that is not empty. */
export function isBranch(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

/** Opens a child and gives its branch; null where there is nothing to open. */
export function openChild(parent: Branch, at: number): Branch | null {
  const opened = parent.open.get(at);
  if (opened) return opened;
  const value = childOf(parent, at);
  if (!isBranch(value)) return null;
  const branch = createBranch(value, parent, at);
  parent.open.set(at, branch);
  addLines(parent, branch.lines - 1);
  return branch;
}

/** What was open within is forgotten. */
export function closeChild(parent: Branch, at: number): void {
  const branch = parent.open.get(at);
  if (!branch) return;
  parent.open.delete(at);
  addLines(parent, 1 - branch.lines);
}

function addLines(from: Branch, count: number): void {
  for (let branch: Branch | null = from; branch; branch = branch.parent) {
    branch.lines += count;
    branch.order = null;
  }
}

function orderOf(branch: Branch): Order {
  if (branch.order) return branch.order;
  const places = [...branch.open.keys()].sort((one, other) => one - other);
  let sum = 0;
  const added = places.map((at) => {
    sum += (branch.open.get(at)?.lines ?? 1) - 1;
    return sum;
  });
  branch.order = { places, added };
  return branch.order;
}

/** How many of the sorted numbers, from the first on, are told apart by `isBefore`. */
function countWhile(count: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The line of this number, the first being 0. */
export function lineAt(tree: JsonTree, number: number): Line | null {
  if (number < 0 || number >= lineCount(tree)) return null;
  let branch: Branch = tree;
  let rest = number;
  for (let depth = 0; ; depth += 1) {
    const { places, added } = orderOf(branch);
    // The last open child that begins at or before the line.
    const last = countWhile(places.length, (at) => (places[at] ?? 0) + (added[at - 1] ?? 0) <= rest) - 1;
    const before = added[last - 1] ?? 0;
    const inner = last < 0 ? undefined : branch.open.get(places[last] ?? -1);
    const offset = rest - (places[last] ?? 0) - before;
    if (!inner || offset >= inner.lines) return closedLine(branch, rest - (added[last] ?? 0), depth);
    if (offset === 0) return line('open', branch, inner.at, depth);
    if (offset === inner.lines - 1) return line('end', branch, inner.at, depth);
    branch = inner;
    rest = offset - 1;
  }
}

function closedLine(parent: Branch, at: number, depth: number): Line {
  return line(isBranch(childOf(parent, at)) ? 'closed' : 'value', parent, at, depth);
}

function line(kind: Line['kind'], parent: Branch, at: number, depth: number): Line {
  return {
    kind,
    value: childOf(parent, at),
    key: parent.keys?.[at] ?? null,
    depth,
    parent,
    at,
    isLast: at === parent.size - 1,
  };
}

/** The number of the first line of a child. */
export function lineNumberOf(parent: Branch, at: number): number {
  let number = 0;
  for (let branch: Branch | null = parent, place = at; branch; place = branch.at, branch = branch.parent) {
    const { places, added } = orderOf(branch);
    const before = countWhile(places.length, (index) => (places[index] ?? 0) < place);
    number += place + (added[before - 1] ?? 0) + (branch.parent ? 1 : 0);
  }
  return number;
}

/** Opens everything above, so that the end of the path can be seen, and gives the number of its line. */
export function reveal(tree: JsonTree, path: TreePath): number {
  let branch = tree;
  for (const at of path.slice(0, -1)) branch = openChild(branch, at) ?? branch;
  return lineNumberOf(branch, path.at(-1) ?? 0);
}

/** The place of the only child that can be opened. */
function onlyBranch(branch: Branch): number | null {
  let only: number | null = null;
  for (let at = 0; at < branch.size; at += 1) {
    if (!isBranch(childOf(branch, at))) continue;
    if (only !== null) return null;
    only = at;
  }
  return only;
}

/** Opens level by level while it stays within this many lines; the root in any case, and a list that is all it holds. */
export function openFirst(tree: JsonTree, maxLines: number): void {
  const root = openChild(tree, 0);
  const only = root && onlyBranch(root);
  if (root && only !== null) openChild(root, only);
  let level = root ? [root] : [];
  while (level.length > 0) {
    const next: Branch[] = [];
    for (const branch of level) {
      for (let at = 0; at < branch.size; at += 1) {
        if (lineCount(tree) >= maxLines) return;
        const child = openChild(branch, at);
        if (!child) continue;
        if (lineCount(tree) > maxLines) {
          closeChild(branch, at);
          return;
        }
        next.push(child);
      }
    }
    level = next;
  }
}

/** Opens everything, with a pause now and then for whoever has something better to do. */
export function* openAll(tree: JsonTree): Generator<void> {
  const waiting: Branch[] = [tree];
  for (let count = 1, branch = waiting.pop(); branch; branch = waiting.pop()) {
    for (let at = 0; at < branch.size; at += 1, count += 1) {
      const child = openChild(branch, at);
      if (child) waiting.push(child);
      if (count % 500 === 0) yield;
    }
  }
}
