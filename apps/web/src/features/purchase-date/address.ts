export type PredictorTab = 'single' | 'bulk';

/** What another page handed over in the address. */
export interface PredictorAddress {
  tab: PredictorTab;
  /** What is known of one device, as a description. */
  description: string;
  /** A scan whose devices are the rows. */
  discovery: string | null;
}

const parts = [
  ['Host', 'hostname'],
  ['IP', 'ip'],
  ['MAC', 'mac'],
  ['Manufacturer', 'manufacturer'],
  ['Model', 'model'],
  ['Serial', 'serial'],
] as const;

const longestPart = 300;
const textOf = (value: unknown) =>
  typeof value === 'string' ? value.trim().replaceAll(/\s+/g, ' ').slice(0, longestPart) : '';

export function readAddress(search: Record<string, unknown>): PredictorAddress {
  const known = parts.map(([label, name]) => [label, textOf(search[name])] as const);
  const discovery = textOf(search.discovery) || null;
  const tab = search.tab === 'bulk' || (search.tab !== 'single' && discovery) ? 'bulk' : 'single';
  return {
    tab,
    description: known
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `${label}: ${value}`)
      .join(', '),
    discovery,
  };
}
