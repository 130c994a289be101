import { type Change, changed, readSamples, termsAt } from '../sample-list.ts';
import { LAPTOP, type OfferName, offer, PRINTER, productOf, unknownRow, type WarrantyRow } from './row.ts';
import list from './samples.json' with { type: 'json' };

interface DeviceOf {
  model?: 'printer';
  /** Absent for a row without a list. */
  offers?: string[];
  product?: Change;
  /** How every offer differs. */
  offer?: Change;
  serialAtTop?: true;
}

interface SampleOf extends DeviceOf {
  unknown?: true;
  /** By product number: devices that share the serial, which is unknown without one. */
  twins?: Record<string, DeviceOf>;
}

function deviceOf(of: DeviceOf, today: number, serial: string): WarrantyRow {
  const product = productOf(serial, of.model === 'printer' ? PRINTER : LAPTOP);
  const offers = termsAt<OfferName>(today, of.offers ?? []).map(({ name, from, to }) =>
    changed(offer(name, from, to), of.offer),
  );
  return {
    ...(of.serialAtTop ? { sn: serial } : {}),
    product: changed(product, of.product),
    ...(of.offers ? { offers } : {}),
  };
}

export const SAMPLES = readSamples<SampleOf, WarrantyRow>(list, (of, today, serial, productNumber) => {
  const { twins } = of;
  const device = twins ? new Map(Object.entries(twins)).get(productNumber) : of;
  return of.unknown || !device ? unknownRow(serial) : deviceOf(device, today, serial);
});
