import { describeDevice } from '@warranty/domain/prediction/device-description';

export type PredictorTab = 'single' | 'bulk';

/** What another page handed over in the address. */
export interface PredictorSearch {
  tab: PredictorTab;
  /** What is known of one device, as a description. */
  description: string;
  /** A scan whose devices are the rows. */
  discovery: string | null;
}

const parts = ['hostname', 'ip', 'mac', 'type', 'manufacturer', 'model', 'serial'] as const;

/** As the server cuts what devices say of themselves; a description holds all parts at this length. */
const maxPartLength = 255;
const textOf = (value: unknown) =>
  typeof value === 'string' ? value.trim().replaceAll(/\s+/g, ' ').slice(0, maxPartLength).trim() : '';

export function parsePredictorSearch(search: Record<string, unknown>): PredictorSearch {
  const discovery = textOf(search.discovery) || null;
  const tab = search.tab === 'bulk' || (search.tab !== 'single' && discovery) ? 'bulk' : 'single';
  return {
    tab,
    description: describeDevice(Object.fromEntries(parts.map((name) => [name, textOf(search[name])]))),
    discovery,
  };
}
