import { ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { classes } from '../classes.ts';
import { HighlightedText } from './HighlightedText.tsx';
import type { Line } from './json-tree.ts';
import { lineText } from './line-text.ts';

interface JsonLineProps {
  id: string;
  number: number;
  line: Line;
  words: string;
  isActive: boolean;
  style: CSSProperties;
}

const look = 'absolute top-0 left-0 flex w-max min-w-full items-center pr-4 font-mono text-sm whitespace-pre';

export function JsonLine({ id, number, line, words, isActive, style }: JsonLineProps) {
  const { key, text, note, end } = lineText(line);
  const canToggle = line.kind === 'open' || line.kind === 'closed';
  const indent = { paddingLeft: `${line.depth * 1.25 + 0.5}rem` };
  if (line.kind === 'end') {
    return (
      <div aria-hidden className={classes(look, 'pl-2 text-ink-2')} style={{ ...style, ...indent }}>
        <span className="ml-5">{text + end}</span>
      </div>
    );
  }
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      data-line={number}
      aria-level={line.depth + 1}
      aria-setsize={line.parent.size}
      aria-posinset={line.at + 1}
      aria-expanded={canToggle ? line.kind === 'open' : undefined}
      aria-selected={isActive}
      className={classes(
        look,
        'hover:bg-hover',
        canToggle && 'cursor-pointer',
        isActive && (words === '' ? 'group-focus-visible/tree:bg-accent-soft' : 'bg-accent-soft'),
      )}
      style={{ ...style, ...indent }}
    >
      <span className="grid w-5 shrink-0 place-items-center self-stretch text-ink-2">
        {canToggle && (
          <ChevronRight aria-hidden size={14} className={line.kind === 'open' ? 'rotate-90' : undefined} />
        )}
      </span>
      {key !== null && (
        <span className="text-accent-strong">
          <HighlightedText text={key} words={words} />
        </span>
      )}
      {key !== null && <span className="text-ink-2">: </span>}
      <span className={typeof line.value === 'string' ? 'text-ink' : 'text-ink-2'}>
        <HighlightedText text={text} words={line.kind === 'value' ? words : ''} />
      </span>
      {end && <span className="text-ink-2">{end}</span>}
      {note && <span className="ml-3 font-sans text-ink-2 text-xs">{note}</span>}
    </div>
  );
}
