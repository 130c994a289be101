// A device as Meraki stores it. There is no hardware warranty: the license ends, and eventually the support.
import { addYears, dateText } from '../dates.ts';
import { type Change, changed } from '../sample-list.ts';
import { CO_TERM, type Organization } from './organizations.ts';

export interface Model {
  name: string;
  productType: string;
}

export interface Eox {
  status: string | null;
  endOfSale: number | null;
  endOfSupport: number | null;
}

export interface Device {
  organization: Organization;
  serial: string;
  model: Model;
  /** Null if the device is not in a network. */
  networkId: string | null;
  claimed: number | null;
  licenseEnd: number | null;
  eox: Eox;
  /** A second license is queued until the first one ends. */
  hasQueuedLicense: boolean;
  /** How its row in the inventory differs. */
  change: Change;
}

export const ACCESS_POINT: Model = { name: 'MR46', productType: 'wireless' };

export const MODELS: readonly [Model, ...Model[]] = [
  ACCESS_POINT,
  { name: 'CW9164I', productType: 'wireless' },
  { name: 'MS225-48LP', productType: 'switch' },
  { name: 'MX68', productType: 'appliance' },
  { name: 'Z4', productType: 'appliance' },
  { name: 'MV12W', productType: 'camera' },
  { name: 'MG21', productType: 'cellularGateway' },
  { name: 'MT10', productType: 'sensor' },
];

export const NO_EOX: Eox = { status: null, endOfSale: null, endOfSupport: null };

/** The day on which all licenses of a co-term organization end. */
export function coTermEnd(today: number): number {
  return addYears(today, 1) + 30;
}

/** A device with a license, in a network. */
export function device(serial: string, today: number, of: Partial<Device>): Device {
  const { organization = CO_TERM } = of;
  return {
    organization,
    serial,
    model: ACCESS_POINT,
    networkId: `N_${organization.id}`,
    claimed: addYears(today, -2),
    licenseEnd: organization === CO_TERM ? coTermEnd(today) : null,
    eox: NO_EOX,
    hasQueuedLicense: false,
    change: {},
    ...of,
  };
}

/** Events are at noon with a fraction, calendar dates at midnight. */
export const doneAt = (day: number | null) => (day === null ? null : `${dateText(day)}T12:00:00.000000Z`);
export const dueAt = (day: number | null) => (day === null ? null : `${dateText(day)}T00:00:00Z`);

/** Digits derived from the serial, for fields that differ between devices. */
function digitsOf(serial: string): string {
  return Buffer.from(serial.replaceAll('-', '')).toString('hex').slice(-8);
}

function macOf(serial: string): string {
  return `02:00:${digitsOf(serial).match(/../g)?.join(':')}`;
}

function nameOf({ serial, model }: Device): string {
  return `${model.productType}-${serial.slice(-4).toLowerCase()}`;
}

export function orderOf({ serial }: Device): string {
  return `SIM4C${digitsOf(serial).slice(-6)}`;
}

/** Row in the inventory of an organization. */
export function inventoryRow(of: Device): object {
  const { serial, model, networkId, claimed, licenseEnd, eox } = of;
  const row = {
    serial,
    model: model.name,
    mac: macOf(serial),
    name: nameOf(of),
    networkId,
    orderNumber: orderOf(of),
    claimedAt: doneAt(claimed),
    licenseExpirationDate: dueAt(licenseEnd),
    productType: model.productType,
    countryCode: 'US',
    tags: [],
    details: [],
    eox: {
      status: eox.status,
      endOfSaleAt: dueAt(eox.endOfSale),
      endOfSupportAt: dueAt(eox.endOfSupport),
    },
  };
  return changed(row, of.change);
}

/** Row in the list of devices in networks, which has no license fields. */
export function networkRow(of: Device): object {
  const { serial, model, networkId } = of;
  return {
    name: nameOf(of),
    serial,
    model: model.name,
    mac: macOf(serial),
    networkId,
    productType: model.productType,
    firmware: `${model.productType}-30-7`,
    lanIp: '192.0.2.10',
    tags: [],
    notes: '',
    address: '',
    lat: 0,
    lng: 0,
    imei: null,
    details: [],
  };
}
