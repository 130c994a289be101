/**
 * JSON as lines to render. Only open nodes are tracked line by line, and a line is found by its number, so the cost depends
 * on what is viewed, not on the size of the document.
 */

export interface Branch {
  readonly value: object;
  /** Keys of an object; null for an array. */
  readonly keys: readonly string[] | null;
  readonly size: number;
  readonly parent: Branch | null;
  /** Index among the parent's children. */
  readonly at: number;
  /** The open children, by index. */
  readonly open: Map<number, Branch>;
  /** Including its first and last line and all open descendants. */
  lines: number;
  /** Computed when a line is looked up, cleared when a node opens or closes. */
  order: Order | null;
}

/** The open children in order, and the cumulative number of lines they add to one line per child. */
interface Order {
  places: number[];
  added: number[];
}

export interface Line {
  kind: 'value' | 'closed' | 'open' | 'end';
  value: unknown;
  /** Null in arrays and for the root. */
  key: string | null;
  /** 0 for the root. */
  depth: number;
  /** The branch that contains the line, and the index in it. */
  parent: Branch;
  at: number;
  /** The last line in its branch. */
  isLast: boolean;
}

/** Child indexes from the root down; the root itself is `[0]`. */
export type TreePath = readonly number[];

/** The root is the only child of a branch that is not rendered. */
export type JsonTree = Branch;

export function createTree(value: unknown): JsonTree {
  return createBranch([value], null, 0);
}

/** What is in an object or array, to be read with `childOf`. */
export function contentOf(value: object): Pick<Branch, 'value' | 'keys' | 'size'> {
  const keys = Array.isArray(value) ? null : Object.keys(value);
  return { value, keys, size: keys ? keys.length : (value as unknown[]).length };
}

function createBranch(value: object, parent: Branch | null, at: number): Branch {
  const content = contentOf(value);
  return { ...content, parent, at, open: new Map(), lines: content.size + 2, order: null };
}

export function lineCount(tree: JsonTree): number {
  return tree.lines - 2;
}

export function childOf({ value, keys }: Pick<Branch, 'value' | 'keys'>, at: number): unknown {
  if (!keys) return (value as unknown[])[at];
  return (value as Record<string, unknown>)[keys[at] ?? ''];
}

/** Whether the value can be opened: a non-empty object or array. */
export function isBranch(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

/** Opens a child and returns its branch; null if it cannot be opened. */
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

/** Discards the open state of its descendants. */
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

/** Binary search: the number of leading indexes for which `isBefore` is true. */
function countWhile(count: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The line with this number, starting at 0. */
export function lineAt(tree: JsonTree, number: number): Line | null {
  if (number < 0 || number >= lineCount(tree)) return null;
  let branch: Branch = tree;
  let rest = number;
  for (let depth = 0; ; depth += 1) {
    const { places, added } = orderOf(branch);
    // The last open child that starts at or before the line.
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

/** Opens all ancestors of the path's end and returns its line number. */
export function reveal(tree: JsonTree, path: TreePath): number {
  let branch = tree;
  for (const at of path.slice(0, -1)) branch = openChild(branch, at) ?? branch;
  return lineNumberOf(branch, path.at(-1) ?? 0);
}

/** Index of the only child that can be opened. */
function onlyBranch(branch: Branch): number | null {
  let only: number | null = null;
  for (let index = 0; index < branch.size; index += 1) {
    if (!isBranch(childOf(branch, index))) continue;
    if (only !== null) return null;
    only = index;
  }
  return only;
}

/** Opens level by level up to `maxLines`. Always opens the root, and its only expandable child if there is just one. */
export function openFirst(tree: JsonTree, maxLines: number): void {
  const root = openChild(tree, 0);
  const only = root && onlyBranch(root);
  if (root && only !== null) openChild(root, only);
  let level = root ? [root] : [];
  while (level.length > 0) {
    const next: Branch[] = [];
    for (const branch of level) {
      for (let index = 0; index < branch.size; index += 1) {
        if (lineCount(tree) >= maxLines) return;
        const child = openChild(branch, index);
        if (!child) continue;
        if (lineCount(tree) > maxLines) {
          closeChild(branch, index);
          return;
        }
        next.push(child);
      }
    }
    level = next;
  }
}

/** A tree in which everything is open. Yields regularly to keep the page responsive. */
export function* openAll(value: unknown): Generator<void, JsonTree> {
  const tree = createTree(value);
  const waiting: Branch[] = [tree];
  for (let count = 1, branch = waiting.pop(); branch; branch = waiting.pop()) {
    for (let index = 0; index < branch.size; index += 1, count += 1) {
      const child = openChild(branch, index);
      if (child) waiting.push(child);
      if (count % 500 === 0) yield;
    }
  }
  return tree;
}
