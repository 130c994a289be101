import type { JsonMapping } from '@warranty/contracts/json-mapping';

type Flat = Record<string, unknown>;

/** A response, its mappings and the expected rows, computed independently. */
export interface MappingCase {
  name: string;
  source: unknown;
  mappings: JsonMapping[];
  flat: Flat[];
}

const levels = ['ProSupport Plus', 'Basic Support', 'Keep Your Hard Drive, 4Y', 'Next "Business" Day'];

/** Like vendor responses: nested, with dates as text, numbers, blanks, and values that need quoting or escaping. */
function deviceOf(at: number) {
  return {
    id: at,
    serviceTag: (1_000_000_000 + at * 7919).toString(36).toUpperCase(),
    manufacturer: 'Dell Inc.',
    active: at % 3 === 0,
    price: at * 1.37,
    balance: -(at % 50),
    note: at % 9 === 0 ? 'needs "care", soon' : '',
    phone: `+49 30 ${1_000_000 + at}`,
    returned: null,
    owner: {
      name: `Owner ${at % 500}`,
      mail: `o${at % 500}@example.test`,
      site: { city: 'Köln', room: at % 300 },
    },
    product: {
      line: 'Latitude',
      model: `Latitude ${5000 + (at % 900)}`,
      shipped: `2024-05-${10 + (at % 20)}`,
    },
    tags: [`fleet-${at % 7}`, `floor ${at % 5}`, 'leased'],
    entitlements: [at, at + 1].map((which) => ({
      level: levels[which % 4],
      start: `2024-05-${10 + (at % 20)}T00:00:00Z`,
      end: which % 11 === 0 ? null : `20${26 + (which % 5)}-05-01T23:59:59Z`,
      terms: { days: 365 * (which % 5), renewable: which % 2 === 0 },
    })),
  };
}
type Device = ReturnType<typeof deviceOf>;

const value = (sourcePath: string, alias: string): JsonMapping => ({ sourcePath, alias, mode: 'value' });
const explode = (sourcePath: string, alias: string): JsonMapping => ({ sourcePath, alias, mode: 'explode' });

const deviceMappings: JsonMapping[] = [
  value('id', 'Id'),
  value('serviceTag', 'Tag'),
  value('manufacturer', 'Maker'),
  value('active', 'Active'),
  value('price', 'Price'),
  value('balance', 'Balance'),
  value('note', 'Note'),
  value('phone', 'Phone'),
  value('returned', 'Returned'),
  value('owner.name', 'Owner'),
  value('owner.mail', 'Mail'),
  value('owner.site.city', 'City'),
  value('owner.site.room', 'Room'),
  value('product.model', 'Model'),
  { sourcePath: 'tags[*]', alias: 'Tags', mode: 'join', delimiter: '; ' },
];

const flatDevice = ({ owner, product, tags, ...device }: Device): Flat => ({
  Id: device.id,
  Tag: device.serviceTag,
  Maker: device.manufacturer,
  Active: device.active,
  Price: device.price,
  Balance: device.balance,
  Note: device.note,
  Phone: device.phone,
  Returned: device.returned,
  Owner: owner.name,
  Mail: owner.mail,
  City: owner.site.city,
  Room: owner.site.room,
  Model: product.model,
  Tags: tags.join('; '),
});

function elements(rows: number): MappingCase {
  const devices = Array.from({ length: rows }, (_, index) => deviceOf(index));
  return {
    name: 'elements',
    source: devices,
    mappings: [
      ...deviceMappings,
      value('product.line', 'Line'),
      value('product.shipped', 'Shipped'),
      value('entitlements[0].level', 'Level'),
      value('entitlements[*].start', 'Start'),
      value('entitlements[1].end', 'End'),
    ],
    flat: devices.map((device) => ({
      ...flatDevice(device),
      Line: device.product.line,
      Shipped: device.product.shipped,
      Level: device.entitlements[0]?.level,
      Start: device.entitlements[0]?.start,
      End: device.entitlements[1]?.end,
    })),
  };
}

function exploded(rows: number): MappingCase {
  const devices = Array.from({ length: rows / 2 }, (_, index) => deviceOf(index));
  return {
    name: 'exploded',
    source: { total: devices.length, devices },
    mappings: [
      ...deviceMappings.map((mapping) =>
        mapping.mode === 'join'
          ? explode('devices[*].tags[1]', mapping.alias)
          : explode(`devices[*].${mapping.sourcePath}`, mapping.alias),
      ),
      explode('devices[*].entitlements[*].level', 'Level'),
      explode('devices[*].entitlements[*].start', 'Start'),
      explode('devices[*].entitlements[*].end', 'End'),
      explode('devices[*].entitlements[*].terms.days', 'Days'),
      explode('devices[*].entitlements[*].terms.renewable', 'Renewable'),
    ],
    flat: devices.flatMap((device) =>
      device.entitlements.map(({ terms, ...line }) => ({
        ...flatDevice(device),
        Tags: device.tags[1],
        Level: line.level,
        Start: line.start,
        End: line.end,
        Days: terms.days,
        Renewable: terms.renewable,
      })),
    ),
  };
}

export const mappingCases = (rows: number): MappingCase[] => [elements(rows), exploded(rows)];
