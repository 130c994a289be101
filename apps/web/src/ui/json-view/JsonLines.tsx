import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { classes } from '../classes.ts';
import { JsonLine } from './JsonLine.tsx';
import { lineAt } from './json-tree.ts';
import { moveOf } from './tree-keys.ts';
import type { JsonTreeView } from './use-json-tree.ts';
import { type LineWindow, useLineWindow } from './use-line-window.ts';

const lineHeight = 24;
/** On touch devices. */
const tallLineHeight = 32;

interface JsonLinesProps {
  id: string;
  label: string;
  tree: JsonTreeView;
  /** The text to highlight, in lower case. */
  words: string;
  scroller: Ref<Pick<LineWindow, 'scrollTo'>>;
  className: string;
}

/** The lines in view, as an accessible tree with keyboard navigation. */
export function JsonLines({ id, label, tree, words, scroller, className }: JsonLinesProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const height = useMediaQuery('(pointer: coarse)') ? tallLineHeight : lineHeight;
  const lines = useLineWindow(scroll, tree.count, height);
  useImperativeHandle(scroller, () => lines);
  // Scrolls to the top when another value is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tree changes
  useLayoutEffect(() => {
    scroll.current?.scrollTo(0, 0);
  }, [tree.tree]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOf(tree.tree, tree.active, event.key, lines.linesInView());
    if (!move) return;
    event.preventDefault();
    if ('toggle' in move) tree.toggle(move.toggle);
    else tree.activate(move.to);
    lines.scrollTo('toggle' in move ? move.toggle : move.to, 'nearest');
  };
  const onClick = (event: MouseEvent) => {
    const line = (event.target as Element).closest<HTMLElement>('[data-line]');
    // Selecting text to copy must not toggle the line.
    if (line && getSelection()?.type !== 'Range') tree.toggle(Number(line.dataset.line));
  };
  const isDrawn = lines.numbers.includes(tree.active);
  return (
    <div
      ref={scroll}
      role="tree"
      aria-label={label}
      aria-activedescendant={isDrawn ? `${id}${tree.active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className={classes('group/tree overflow-auto bg-surface focus-visible:-outline-offset-2', className)}
    >
      <div className="relative min-w-full" style={{ height: tree.count * height }}>
        {lines.numbers.map((number) => {
          const line = lineAt(tree.tree, number);
          if (!line) return null;
          return (
            <JsonLine
              key={number}
              id={`${id}${number}`}
              number={number}
              line={line}
              words={words}
              isActive={number === tree.active}
              style={{ height, transform: `translateY(${number * height}px)` }}
            />
          );
        })}
      </div>
    </div>
  );
}
