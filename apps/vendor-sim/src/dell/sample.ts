// The parts of a listed sample.
import type { Listed } from '../catalog.ts';
import { addYears } from '../dates.ts';
import { randomFor } from '../random.ts';
import type { Country } from './dates.ts';
import { LAPTOP, type Model } from './models.ts';
import { type AssetHeader, type AssetRow, type Entitlement, entitlement, fullHeader } from './row.ts';

export interface Sample extends Listed {
  row(today: number): AssetRow;
}

interface Device {
  country?: Country;
  model?: Model;
  shipDay: number;
  /** Last day of the single entitlement, if no list is given. */
  to?: number;
}

type Known = Required<Pick<Device, 'country' | 'shipDay' | 'to'>>;

export function header(tag: string, { country = 'GB', model = LAPTOP, shipDay }: Device): AssetHeader {
  const id = randomFor(tag).int(100_000_000, 999_999_999);
  return fullHeader(tag, { id, model, country, shipDay });
}

export function row(tag: string, device: Device, list: (known: Known) => Entitlement[] = oneCover): AssetRow {
  const { country = 'GB', shipDay, to = addYears(shipDay, 3) } = device;
  return { ...header(tag, device), entitlements: list({ country, shipDay, to }) };
}

function oneCover({ country, shipDay: from, to }: Known): Entitlement[] {
  return [entitlement('onsite', { country, from, to })];
}
