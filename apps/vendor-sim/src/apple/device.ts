// A device of the organization, and its resource in a reply.
import { addYears, dateText } from '../dates.ts';
import { type Random, randomFor } from '../random.ts';
import { type Change, changed } from '../sample-list.ts';
import { type Coverage, midnight } from './coverage.ts';

export interface Model {
  family: 'Mac' | 'iPad' | 'iPhone';
  name: string;
  type: string;
  capacity: string;
  color: string;
}

export interface Device {
  serial: string;
  model: Model;
  added: number;
  ordered: number;
  released: number | null;
  source: 'APPLE' | 'RESELLER' | 'MANUALLY_ADDED';
  coverage: Coverage[];
  /** How its attributes differ. */
  change: Change;
}

export const MACBOOK: Model = {
  family: 'Mac',
  name: 'MacBook Pro (14-inch, M4)',
  type: 'Mac16,1',
  capacity: '512GB',
  color: 'SPACE BLACK',
};
export const IPAD: Model = {
  family: 'iPad',
  name: 'iPad Air 11-inch (M2)',
  type: 'iPad14,9',
  capacity: '128GB',
  color: 'BLUE',
};
export const IPHONE: Model = {
  family: 'iPhone',
  name: 'iPhone 16',
  type: 'iPhone17,3',
  capacity: '128GB',
  color: 'BLACK',
};

export const MODELS: readonly [Model, ...Model[]] = [
  MACBOOK,
  {
    family: 'Mac',
    name: 'MacBook Air (13-inch, M3)',
    type: 'Mac15,12',
    capacity: '256GB',
    color: 'MIDNIGHT',
  },
  { family: 'Mac', name: 'Mac mini (M4)', type: 'Mac16,10', capacity: '256GB', color: '' },
  { family: 'Mac', name: 'iMac (24-inch, M3)', type: 'Mac15,4', capacity: '512GB', color: 'SILVER' },
  IPAD,
  IPHONE,
];

/** A device that was ordered and added two years ago, without coverage. */
export function device(serial: string, today: number, of: Partial<Device>): Device {
  const { ordered = addYears(today, -2) } = of;
  return {
    serial,
    model: MACBOOK,
    added: ordered + 1,
    ordered,
    released: null,
    source: 'RESELLER',
    coverage: [],
    change: {},
    ...of,
  };
}

/** Events have milliseconds, dates do not. */
const momentOn = (day: number) => `${dateText(day)}T10:03:35.108Z`;

export function deviceResource(of: Device, origin: string): object {
  const self = `${origin}/v1/orgDevices/${of.serial}`;
  return {
    type: 'orgDevices',
    id: of.serial,
    attributes: changed(attributesOf(of), of.change),
    relationships: {
      assignedServer: {
        links: { self: `${self}/relationships/assignedServer`, related: `${self}/assignedServer` },
      },
      appleCareCoverage: { links: { related: `${self}/appleCareCoverage` } },
    },
    links: { self },
  };
}

function attributesOf(of: Device): object {
  const { serial, model, added, ordered, source } = of;
  return {
    serialNumber: serial,
    addedToOrgDateTime: momentOn(added),
    updatedDateTime: momentOn(added),
    releasedFromOrgDateTime: of.released === null ? null : momentOn(of.released),
    deviceModel: model.name,
    productFamily: model.family,
    productType: model.type,
    deviceCapacity: model.capacity,
    partNumber: `SIM${model.capacity.slice(0, 3)}LL/A`,
    orderNumber: `SIM${serial.slice(-6)}`,
    color: model.color,
    status: 'ASSIGNED',
    orderDateTime: midnight(ordered),
    ...networkNumbers(of),
    purchaseSourceId: source === 'MANUALLY_ADDED' ? null : '7000001',
    purchaseSourceType: source,
  };
}

/** A phone or tablet has numbers of the cellular network, a Mac has addresses. */
function networkNumbers({ serial, model }: Device): object {
  const random = randomFor(`${serial} network`);
  if (model.family === 'Mac') {
    const [wifiMacAddress, bluetoothMacAddress, ethernet] = [mac(random), mac(random), mac(random)];
    return {
      imei: [],
      meid: [],
      eid: null,
      wifiMacAddress,
      bluetoothMacAddress,
      ethernetMacAddress: [ethernet],
    };
  }
  return {
    imei: [`35${digits(random, 13)}`, `35${digits(random, 13)}`],
    meid: [`35${digits(random, 12)}`],
    eid: `89049${digits(random, 27)}`,
    wifiMacAddress: null,
    bluetoothMacAddress: null,
    ethernetMacAddress: [],
  };
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.int(0, 9)).join('');
}

/** Locally administered, so that no real device has it. */
function mac(random: Random): string {
  return `02:00:${Array.from({ length: 4 }, () => random.int(16, 255).toString(16)).join(':')}`;
}
