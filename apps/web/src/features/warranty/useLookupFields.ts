import { useNavigate, useSearch } from '@tanstack/react-router';
import { vendors } from '@warranty/contracts/vendors';
import { useEffect, useRef, useState } from 'react';

export interface LookupFields {
  modelNumber: string;
  /** Empty to detect it from the model number. */
  manufacturer: string;
}

function text(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

function manufacturerName(value: string): string {
  return vendors.find(({ id }) => id === value.trim().toLowerCase())?.name ?? '';
}

/**
 * `?q=TAG&manufacturer=Dell` identifies the device to look up, so links, reload and Back restore it. `fields` holds the
 * form input, which matches the URL until the user types.
 */
export function useLookupFields() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const modelNumber = text(search.q).trim();
  const manufacturer = manufacturerName(text(search.manufacturer));
  const asked: LookupFields = { modelNumber, manufacturer };
  const [fields, setFields] = useState(asked);

  // Following a link or going back refills the form. A URL written by this hook does not: the user may already be typing
  // the next tag.
  const known = useRef(`${modelNumber}\n${manufacturer}`);
  useEffect(() => {
    const current = `${modelNumber}\n${manufacturer}`;
    if (known.current === current) return;
    known.current = current;
    setFields({ modelNumber, manufacturer });
  }, [modelNumber, manufacturer]);

  /** Each device adds a history entry; the empty form and a repeated lookup do not. */
  const writeQuery = (next: LookupFields) => {
    setFields(next);
    known.current = `${next.modelNumber}\n${next.manufacturer}`;
    if (isSameLookup(next, asked)) return;
    navigate({
      to: '.',
      search: { q: next.modelNumber, ...(next.manufacturer && { manufacturer: next.manufacturer }) },
      replace: asked.modelNumber === '',
      resetScroll: false,
    });
  };
  return { asked, fields, setFields, writeQuery: writeQuery };
}

export function isSameLookup(one: LookupFields, other: LookupFields): boolean {
  return one.modelNumber === other.modelNumber && one.manufacturer === other.manufacturer;
}
