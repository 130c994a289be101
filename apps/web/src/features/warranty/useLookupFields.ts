import { useNavigate, useSearch } from '@tanstack/react-router';
import { vendors } from '@warranty/contracts/vendors';
import { useEffect, useRef, useState } from 'react';

export interface LookupFields {
  modelNumber: string;
  /** Empty: found from the model number. */
  manufacturer: string;
}

function text(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

function makerName(value: string): string {
  return vendors.find(({ id }) => id === value.trim().toLowerCase())?.name ?? '';
}

/** The two fields, filled from `?q=TAG&manufacturer=Dell`; `keepInAddress` writes what was looked up back there. */
export function useLookupFields() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const q = text(search.q);
  const maker = makerName(text(search.manufacturer));
  const [fields, setFields] = useState<LookupFields>({ modelNumber: q, manufacturer: maker });

  // A link to this page with another tag fills the form again; an address that we wrote ourselves does not.
  const known = useRef(`${q}\n${maker}`);
  useEffect(() => {
    const address = `${q}\n${maker}`;
    if (known.current === address) return;
    known.current = address;
    if (q) setFields({ modelNumber: q, manufacturer: maker });
  }, [q, maker]);

  const keepInAddress = ({ modelNumber, manufacturer }: LookupFields) => {
    known.current = `${modelNumber}\n${manufacturer}`;
    navigate({
      to: '.',
      search: { q: modelNumber, ...(manufacturer && { manufacturer }) },
      replace: true,
      resetScroll: false,
    });
  };
  return { fields, setFields, keepInAddress };
}
