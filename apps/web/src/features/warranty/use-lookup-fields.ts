import { vendors } from '@warranty/contracts/vendors';
import { useEffect, useRef, useState } from 'react';
import { useUrlParameters } from '../../lib/browser/use-url-parameter.ts';
import type { Device } from '../../shared/lookups/unsent-list.ts';

export type LookupFields = Device;

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
  const { search, change } = useUrlParameters();
  const modelNumber = text(search.q).trim();
  const manufacturer = manufacturerName(text(search.manufacturer));
  const requested: LookupFields = { modelNumber, manufacturer };
  const [fields, setFields] = useState(requested);

  // Following a link or going back refills the form. A URL written by this hook does not: the user may already be typing
  // the next tag.
  const known = useRef([keyOf(requested)]);
  useEffect(() => {
    // A scanner can be several tags ahead of the URL.
    const at = known.current.indexOf(keyOf({ modelNumber, manufacturer }));
    if (at >= 0) known.current.splice(0, at);
    else {
      known.current = [keyOf({ modelNumber, manufacturer })];
      setFields({ modelNumber, manufacturer });
    }
  }, [modelNumber, manufacturer]);

  /** Each device adds a history entry; the empty form and a repeated lookup do not. */
  const writeQuery = (next: LookupFields) => {
    setFields(next);
    if (keyOf(next) === known.current.at(-1)) return;
    known.current.push(keyOf(next));
    change(
      ({ tab }) => ({
        q: next.modelNumber,
        ...(next.manufacturer && { manufacturer: next.manufacturer }),
        ...(tab !== undefined && { tab }),
      }),
      { replace: requested.modelNumber === '' },
    );
  };
  return { requested, fields, setFields, writeQuery };
}

const keyOf = ({ modelNumber, manufacturer }: LookupFields) => `${modelNumber}\n${manufacturer}`;
