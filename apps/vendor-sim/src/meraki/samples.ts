import { dayAt } from '../dates.ts';
import { readSamples, termsAt } from '../sample-list.ts';
import { type Device, device, type Eox } from './device.ts';
import { CLOSED, CO_TERM, PER_DEVICE, SUBSCRIPTION } from './organizations.ts';
import list from './samples.json' with { type: 'json' };

const ORGANIZATIONS = { perDevice: PER_DEVICE, coTerm: CO_TERM, subscription: SUBSCRIPTION, closed: CLOSED };

interface SampleOf {
  unknown?: true;
  organization?: keyof typeof ORGANIZATIONS;
  licenseEnd?: string;
  claimed?: string;
  /** The status, and the end of sale and of support. */
  eox?: string;
  device?: Partial<Device>;
}

function eoxAt(today: number, text: string): Eox | undefined {
  const [term] = termsAt(today, [text]);
  return term && { status: term.name, endOfSale: term.from, endOfSupport: term.to };
}

export const SAMPLES = readSamples<SampleOf, Device | undefined>(list, (of, today, serial) => {
  if (of.unknown) return undefined;
  const { organization = 'perDevice', licenseEnd, claimed } = of;
  const eox = of.eox && eoxAt(today, of.eox);
  return device(serial, today, {
    organization: ORGANIZATIONS[organization],
    ...(licenseEnd ? { licenseEnd: dayAt(today, licenseEnd, 'none') } : {}),
    ...(claimed ? { claimed: dayAt(today, claimed, 'none') } : {}),
    ...(eox ? { eox } : {}),
    ...of.device,
  });
});
