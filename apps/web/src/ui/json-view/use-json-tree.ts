import { useReducer, useState } from 'react';
import { useNextSignal } from '../../lib/browser/use-next-signal.ts';
import { inSlices } from '../../lib/in-slices.ts';
import {
  closeChild,
  createTree,
  type JsonTree,
  lineAt,
  lineCount,
  openAll,
  openChild,
  openFirst,
  reveal,
  type TreePath,
} from './json-tree.ts';

/** Lines opened initially: about as much as a user reads without searching. */
const linesAtFirst = 300;

interface View {
  value: unknown;
  tree: JsonTree;
  /** The line that keys act on. */
  active: number;
}

function viewOf(value: unknown): View {
  const tree = createTree(value);
  openFirst(tree, linesAtFirst);
  return { value, tree, active: 0 };
}

/** Which nodes of a value are open, and which line is active. */
export function useJsonTree(value: unknown) {
  const [view, setView] = useState(() => viewOf(value));
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [opening, setOpening] = useState(false);
  const nextSignal = useNextSignal();
  if (view.value !== value) setView(viewOf(value));
  const { tree } = view;

  const activate = (active: number) =>
    setView((before) => (before.active === active ? before : { ...before, active }));
  return {
    tree,
    count: lineCount(tree),
    active: view.active,
    activate,
    toggle(number: number): void {
      const line = lineAt(tree, number);
      if (line?.kind === 'closed') openChild(line.parent, line.at);
      if (line?.kind === 'open') closeChild(line.parent, line.at);
      activate(number);
      redraw();
    },
    /** Opens the ancestors of a path, activates its line and returns the line number. */
    show(path: TreePath): number {
      const number = reveal(tree, path);
      activate(number);
      redraw();
      return number;
    },
    opening,
    async openAll(): Promise<void> {
      setOpening(true);
      // On a separate tree: lines that move while the user reads would be worse than waiting.
      const whole = await inSlices(openAll(value), nextSignal());
      if (whole) setView((before) => (before.value === value ? { value, tree: whole, active: 0 } : before));
      setOpening(false);
    },
    closeAll(): void {
      const closed = createTree(value);
      openChild(closed, 0);
      setView({ value, tree: closed, active: 0 });
    },
  };
}

export type JsonTreeView = ReturnType<typeof useJsonTree>;
