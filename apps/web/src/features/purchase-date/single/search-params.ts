import { describeDevice } from '@warranty/domain/prediction/device-description';

const parts = ['hostname', 'ip', 'mac', 'type', 'manufacturer', 'model', 'serial'] as const;

/**
 * The server truncates values reported by devices to the same length. A description has room for all parts at this length.
 */
const maxPartLength = 255;
const textOf = (value: unknown) =>
  typeof value === 'string' ? value.trim().replaceAll(/\s+/g, ' ').slice(0, maxPartLength).trim() : '';

/** What another page passes in the URL: the description of one device, or the id of a scan whose devices become the rows. */
export function parsePredictorSearch(search: Record<string, unknown>) {
  const discovery = textOf(search.discovery) || null;
  const tab = search.tab === 'bulk' || (search.tab !== 'single' && discovery) ? 'bulk' : 'single';
  return {
    tab,
    description: describeDevice(Object.fromEntries(parts.map((name) => [name, textOf(search[name])]))),
    discovery,
  };
}
