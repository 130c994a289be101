import { useNavigate } from '@tanstack/react-router';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatCount } from '../../lib/format/format-number.ts';
import { classes } from '../../ui/classes.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { EndpointName } from './EndpointName.tsx';
import { EntryLink, toEntry } from './EntryLink.tsx';
import type { EntryGroup } from './entries.ts';
import { searchEntries } from './search.ts';

export interface ReferenceNavProps {
  guideTitle: string;
  groups: readonly EntryGroup[];
  /** The anchor of the shown endpoint; empty for the overview. */
  current: string;
}

/** The endpoints next to the content, with a search field. */
export function ReferenceNav({ guideTitle, groups, current }: ReferenceNavProps) {
  const [text, setText] = useState('');
  const found = useMemo(() => searchEntries(groups, text), [groups, text]);
  const list = useRef<HTMLDivElement>(null);
  useShowCurrent(list, current);
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  const isSearching = text.trim() !== '';
  return (
    <nav aria-label="Endpoints" className="flex max-h-[calc(100dvh-2rem)] flex-col">
      <div className="pb-3">
        <Search text={text} onType={setText} first={found[0]?.entries[0]?.anchor} list={list} />
      </div>
      <p role="status" className={isSearching ? 'px-2 pb-2 text-ink-2 text-sm' : 'sr-only'}>
        {isSearching && (count > 0 ? `${formatCount(count, 'endpoint')} found` : 'No endpoint matches.')}
      </p>
      {/* The space at its end is as high as what is above the list, so that its last links can be reached from the start. */}
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto pb-56">
        {!isSearching && (
          <NavLink anchor="" current={current}>
            {guideTitle}
          </NavLink>
        )}
        {found.map((group) => (
          <Group key={group.name} group={group} current={current} />
        ))}
      </div>
    </nav>
  );
}

type NavLinkProps = ComponentProps<typeof EntryLink> & Pick<ReferenceNavProps, 'current'>;

function NavLink({ current, className, ...rest }: NavLinkProps) {
  const isCurrent = rest.anchor === current;
  const look = isCurrent ? 'bg-accent-soft text-accent-strong' : 'text-ink-2 hover:bg-sunken hover:text-ink';
  return (
    <EntryLink
      {...rest}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        'block rounded-control px-2 py-1.5 focus-visible:-outline-offset-2',
        look,
        className,
      )}
    />
  );
}

function Group({ group: { name, entries }, current }: { group: EntryGroup; current: string }) {
  return (
    <div className="mt-4">
      <h2 className="px-2 pb-1 font-medium text-ink-3 text-xs">{name}</h2>
      <ul aria-label={name}>
        {entries.map((entry) => (
          <li key={entry.anchor}>
            <NavLink anchor={entry.anchor} current={current} className="font-mono text-xs">
              <EndpointName {...entry} />
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SearchProps {
  text: string;
  onType: (text: string) => void;
  /** The first match, opened with Enter. */
  first: string | undefined;
  list: RefObject<HTMLElement | null>;
}

function Search({ text, onType, first, list }: SearchProps) {
  const navigate = useNavigate();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim() !== '' && first !== undefined) navigate(toEntry(first));
    if (event.key === 'Escape') onType('');
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector('a')?.focus();
  };
  return (
    <Field label="Search endpoints" hideLabel>
      <Input
        type="search"
        placeholder="Search endpoints"
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
}

/** Scrolls the list, and nothing around it, to the link of the shown endpoint. */
function useShowCurrent(list: RefObject<HTMLDivElement | null>, current: string): void {
  useEffect(() => {
    const element = list.current;
    const link = current === '' ? null : element?.querySelector<HTMLElement>('[aria-current]');
    if (!element || !link) return;
    const { top, bottom } = element.getBoundingClientRect();
    const place = link.getBoundingClientRect();
    // Until the page is scrolled, the end of the list is below the window.
    const end = Math.min(bottom, innerHeight);
    if (place.top < top || place.bottom > end) element.scrollTop += place.top - top - (end - top) / 3;
  }, [list, current]);
}
