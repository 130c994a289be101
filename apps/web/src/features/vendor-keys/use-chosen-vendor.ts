import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { useUrlParameter } from '../../lib/use-url-parameter.ts';

/** The vendor in `?vendor=lenovo`, case-insensitive. Null if it is missing or the vendor takes no keys. */
export function useChosenVendor(): [string | null, (vendor: string | null) => void] {
  const [vendor, choose] = useUrlParameter('vendor');
  const wanted = vendor?.toLowerCase();
  return [vendorsWithKeys.find(({ id }) => id === wanted)?.id ?? null, choose];
}
