import { useNavigate, useSearch } from '@tanstack/react-router';
import { deviceKinds } from '@warranty/contracts/agents';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { parseSort } from '../../../ui/table/sort.ts';
import {
  type DeviceFilter,
  deviceFilterOptions,
  maxSearchLength,
  noFilter,
} from '../devices/device-filter.ts';
import { byAddress, type DeviceSort, sortKeys } from '../devices/device-sort.ts';

/** Browsers limit how often a page may change its URL. */
const typingPauseMs = 300;

type Search = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The session that the URL names; null to show the newest one. */
export function useOpenSession(): string | null {
  const search: Search = useSearch({ strict: false });
  return text(search.session) || null;
}

function filterOf(search: Search): DeviceFilter {
  return {
    search: text(search.q).slice(0, maxSearchLength),
    kind: deviceKinds.find((kind) => kind === search.type) ?? noFilter.kind,
    show: deviceFilterOptions.find((option) => option === search.show) ?? noFilter.show,
    subnet: text(search.subnet) || noFilter.subnet,
  };
}

/** Only what differs from the default, so that the URL stays short. */
function searchOf(filter: DeviceFilter): Record<string, string> {
  const { search, kind, show, subnet } = filter;
  return {
    ...(search.trim() !== '' && { q: search.trim() }),
    ...(kind !== noFilter.kind && { type: kind }),
    ...(show !== noFilter.show && { show }),
    ...(subnet !== noFilter.subnet && { subnet }),
  };
}

/** The filter and the order of the devices, so that they survive a reload, and Back from another page. */
export function useDeviceView() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const fromUrl = useMemo(() => filterOf(search), [search]);
  const [typed, setTyped] = useState(fromUrl.search);
  const written = useRef(fromUrl.search);
  const sort = parseSort(search.sort, sortKeys) ?? byAddress;

  const write = useCallback(
    (filter: DeviceFilter, order: DeviceSort) => {
      written.current = filter.search.trim();
      navigate({
        to: '.',
        search: ({ session }: Search) => ({
          ...(session !== undefined && { session }),
          ...searchOf(filter),
          ...(order !== byAddress && { sort: order }),
        }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );

  // Following a link or going back changes the field. A URL written by this hook does not: the user may be typing.
  useEffect(() => {
    if (written.current === fromUrl.search) return;
    written.current = fromUrl.search;
    setTyped(fromUrl.search);
  }, [fromUrl.search]);

  useEffect(() => {
    if (typed.trim() === written.current) return;
    const timer = setTimeout(() => write({ ...fromUrl, search: typed }, sort), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, fromUrl, sort, write]);

  const filter = useMemo(() => ({ ...fromUrl, search: typed }), [fromUrl, typed]);
  return {
    filter,
    sort,
    setFilter: (next: DeviceFilter) => {
      setTyped(next.search);
      const { search: _, ...choices } = next;
      const isTyping = Object.entries(choices).every(([name, value]) => fromUrl[name as 'kind'] === value);
      if (!isTyping || next.search === '') write(next, sort);
    },
    setSort: (next: DeviceSort) => write(filter, next),
    /** Writes what was typed without waiting: the next action may leave the page. */
    flush: () => typed.trim() !== written.current && write(filter, sort),
  };
}
