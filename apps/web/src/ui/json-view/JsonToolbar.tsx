import { ChevronDown, ChevronUp, FoldVertical, Search, UnfoldVertical, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { CopyButton } from '../button/CopyButton.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { Input } from '../form/Input.tsx';
import type { JsonSearchView } from './use-json-search.ts';
import type { JsonTreeView } from './use-json-tree.ts';

interface JsonToolbarProps {
  label: string;
  value: unknown;
  tree: JsonTreeView;
  search: JsonSearchView;
  typed: string;
  onType: (typed: string) => void;
}

export function JsonToolbar({ label, value, tree, search, typed, onType }: JsonToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 border-line border-b bg-sunken p-2">
      <SearchField label={label} search={search} typed={typed} onType={onType} />
      <div className="ml-auto flex">
        <IconButton
          size="sm"
          tooltip
          label="Expand all"
          icon={UnfoldVertical}
          busy={tree.opening}
          onClick={tree.openAll}
        />
        <IconButton size="sm" tooltip label="Collapse all" icon={FoldVertical} onClick={tree.closeAll} />
        <CopyButton
          size="sm"
          iconOnly
          label={`Copy ${label}`}
          text={() => JSON.stringify(value, null, 2) ?? ''}
        />
      </div>
    </div>
  );
}

type SearchFieldProps = Pick<JsonToolbarProps, 'label' | 'search' | 'typed' | 'onType'>;

function SearchField({ label, search, typed, onType }: SearchFieldProps) {
  const { found, walk } = search;
  const hasHits = found !== null && found.hits.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') walk(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') onType('');
  };
  return (
    <div className="flex min-w-0 flex-[1_1_16rem] flex-wrap items-center gap-x-1 gap-y-2 sm:flex-nowrap">
      <div className="relative min-w-0 flex-[1_1_9rem] sm:max-w-72">
        <Search aria-hidden size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
        <Input
          aria-label={`Search in ${label}`}
          placeholder="Search keys and values"
          className="h-8 min-h-8 pr-8 pl-8 text-sm"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {typed !== '' && (
          <IconButton
            size="sm"
            label="Clear search"
            icon={<X aria-hidden size={14} />}
            className="absolute! top-1/2 right-0.5 -translate-y-1/2 pointer-coarse:min-h-8 pointer-coarse:min-w-8"
            onClick={() => onType('')}
          />
        )}
      </div>
      <IconButton
        size="sm"
        tooltip
        label="Previous match"
        icon={ChevronUp}
        disabled={!hasHits}
        onClick={() => walk(-1)}
      />
      <IconButton
        size="sm"
        tooltip
        label="Next match"
        icon={ChevronDown}
        disabled={!hasHits}
        onClick={() => walk(1)}
      />
      <output className="whitespace-nowrap sm:min-w-20 text-ink-2 text-sm tabular-nums">
        {hitsText(search)}
      </output>
    </div>
  );
}

function hitsText({ words, found }: JsonSearchView): string {
  if (words === '' || !found) return '';
  if (found.hits.length === 0) return 'No matches';
  const count = found.hits.length.toLocaleString('en-US');
  return `${(found.current + 1).toLocaleString('en-US')} of ${count}${found.isCut ? '+' : ''}`;
}
