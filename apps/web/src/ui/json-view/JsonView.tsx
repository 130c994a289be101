import { useId, useRef, useState } from 'react';
import { ScrollArea } from '../layout/ScrollArea.tsx';
import { HighlightedText } from './HighlightedText.tsx';
import { JsonLines } from './JsonLines.tsx';
import { JsonToolbar } from './JsonToolbar.tsx';
import { type Line, lineAt, type TreePath } from './json-tree.ts';
import { useJsonSearch } from './use-json-search.ts';
import { useJsonTree } from './use-json-tree.ts';
import type { LineWindow } from './use-line-window.ts';

interface JsonViewProps {
  /** What the JSON is, for screen readers and button labels. */
  label: string;
  value: unknown;
  /** A height, for example `h-96`. */
  className?: string;
}

function showMark(id: string): void {
  document.getElementById(id)?.querySelector('mark')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** A JSON viewer with collapsible nodes, search and copy. Renders only the lines in view. */
export function JsonView({ label, value, className = 'max-h-96' }: JsonViewProps) {
  const id = useId();
  const tree = useJsonTree(value);
  const [typed, setInput] = useState('');
  const scroller = useRef<Pick<LineWindow, 'scrollTo'>>(null);
  const onHit = (path: TreePath) => {
    const number = tree.show(path);
    // The first frame is after the opened lines are counted, the second after the line is rendered. Scrolls sideways to the
    // match unless the full text is shown below.
    requestAnimationFrame(() => {
      scroller.current?.scrollTo(number, 'center');
      if (!isLong(lineAt(tree.tree, number))) requestAnimationFrame(() => showMark(`${id}${number}`));
    });
  };
  const search = useJsonSearch(value, typed, onHit);
  return (
    <div className="overflow-hidden rounded-control border border-line">
      <JsonToolbar label={label} value={value} tree={tree} search={search} typed={typed} onType={setInput} />
      <JsonLines
        id={id}
        label={label}
        tree={tree}
        words={search.words}
        scroller={scroller}
        className={className}
      />
      <WholeText line={lineAt(tree.tree, tree.active)} words={search.words} />
    </div>
  );
}

/** Shorter texts fit on their line on most screens. */
const longText = 60;
const maxShownLength = 20_000;

function isLong(line: Line | null): line is Line & { value: string } {
  return typeof line?.value === 'string' && line.value.length >= longText;
}

/** Lines do not wrap; the full text of the active line is shown below. */
function WholeText({ line, words }: { line: Line | null; words: string }) {
  if (!isLong(line)) return null;
  const isCut = line.value.length > maxShownLength;
  return (
    <ScrollArea label="Full text" className="max-h-32 border-line border-t bg-sunken px-3 py-2">
      <p className="wrap-anywhere whitespace-pre-wrap text-sm">
        <HighlightedText
          text={isCut ? `${line.value.slice(0, maxShownLength)}…` : line.value}
          words={words}
        />
      </p>
    </ScrollArea>
  );
}
