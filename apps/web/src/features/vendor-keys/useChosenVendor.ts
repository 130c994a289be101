import { useNavigate, useSearch } from '@tanstack/react-router';
import { vendorsWithKeys } from '@warranty/contracts/vendors';

/** The vendor in `?vendor=lenovo`, case-insensitive. Null if it is missing or the vendor takes no keys. */
export function useChosenVendor(): [string | null, (vendor: string | null) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const wanted = String(search.vendor ?? '').toLowerCase();
  const chosen = vendorsWithKeys.find(({ id }) => id === wanted)?.id ?? null;
  const choose = (vendor: string | null) => {
    navigate({ to: '.', search: vendor ? { vendor } : {}, replace: true, resetScroll: false });
  };
  return [chosen, choose];
}
