// The licenses of an organization: one or more per device with per-device licensing, otherwise only an overview.
import { msOf } from '../dates.ts';
import { coTermEnd, type Device, doneAt, dueAt, orderOf } from './device.ts';
import type { Organization } from './organizations.ts';

const EXPIRING_DAYS = 30;

function stateOf(end: number, today: number): string {
  if (end < today) return 'expired';
  return end <= today + EXPIRING_DAYS ? 'expiring' : 'active';
}

function license(of: Device, queuePlace: number, state: string) {
  const { serial, networkId, model } = of;
  return {
    id: `${serial.replaceAll('-', '')}${queuePlace}`,
    licenseType: 'ENT',
    licenseKey: `SIM-${serial}-${queuePlace}`,
    orderNumber: orderOf(of),
    deviceSerial: serial,
    networkId,
    state,
    seatCount: model.productType === 'appliance' ? 1 : null,
    durationInDays: 1095,
    totalDurationInDays: 1095,
    claimDate: doneAt(of.claimed),
    activationDate: null,
    expirationDate: null,
    headLicenseId: null,
    permanentlyQueuedLicenses: [],
  };
}

/** The current or expired license, and the queued one. */
export function licensesOf(of: Device, today: number) {
  if (of.licenseEnd === null) return [];
  const first = {
    ...license(of, 0, stateOf(of.licenseEnd, today)),
    activationDate: doneAt(of.claimed),
    expirationDate: dueAt(of.licenseEnd),
  };
  return of.hasQueuedLicense ? [license(of, 1, 'recentlyQueued'), first] : [first];
}

/** Formats a date like `Mar 13, 2027 UTC`. */
function overviewDate(day: number): string {
  const options = { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-US', options).format(msOf(day))} UTC`;
}

function tally(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

export function overviewOf({ licensing }: Organization, devices: Device[], today: number): object {
  if (licensing === 'per-device') {
    const states = tally(devices.flatMap((each) => licensesOf(each, today)).map(({ state }) => state));
    const names = ['active', 'expired', 'expiring', 'recentlyQueued', 'unused', 'unusedActive'];
    return { states: Object.fromEntries(names.map((name) => [name, { count: states[name] ?? 0 }])) };
  }
  const isCoTerm = licensing === 'co-term';
  return {
    status: 'OK',
    expirationDate: isCoTerm ? overviewDate(coTermEnd(today)) : 'N/A',
    licensedDeviceCounts: isCoTerm ? tally(devices.map(({ model }) => model.name)) : {},
  };
}
