/** Rows of `/warranty` in the formats Lenovo is known to send, all values invented, with the results users must see. */
const depot = {
  ID: 'SIM3EZ',
  Name: 'Simulated 3Y Depot',
  Description: 'Simulated base cover',
  Type: 'BASE',
  Start: '2024-02-01T00:00:00Z',
  End: '2027-01-31T00:00:00Z',
};
const onsite = {
  ...depot,
  ID: 'SIM5PS',
  Name: 'Simulated 5Y Onsite',
  Type: 'UPGRADE',
  End: '2029-01-31T00:00:00Z',
};
const battery = {
  ...depot,
  ID: 'SIMBAT',
  Name: 'Simulated sealed battery',
  Category: 'COMPONENT',
  End: '2030-01-31T00:00:00Z',
};
const contract = {
  Contract: 'SIM-900',
  Quantity: 1,
  ItemNumber: '10',
  ChargeCode: 'SIMC',
  SLA: 'Simulated 4 hour response',
  EntitlementCode: 'SIME',
  Status: 'ACTIVE',
  Start: '2024-02-01T00:00:00Z',
  End: '2031-01-31T00:00:00Z',
};
export const row = {
  Serial: 'PFSIM001',
  Product: 'LAPTOPS/SIM-T-SERIES/SIM-T14/21HM/21HMSIM100/PFSIM001',
  InWarranty: true,
  Purchased: '2024-02-01T00:00:00Z',
  Shipped: '2024-01-15T00:00:00Z',
  Country: 'US',
  Warranty: [depot],
};

const listing = (...Warranty: unknown[]) => ({ ...row, Warranty });
const ends = (End: unknown) => listing({ ...depot, End });
const under = (...Contract: unknown[]) => ({ ...row, Contract });
const without = (...names: (keyof typeof row)[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.some((left) => left === name)));

export interface FoundCase {
  name: string;
  row: object;
  start: string | null;
  end: string | null;
  level: string | null;
  types: (string | null)[];
  /** One entry per line: null if it counts. */
  leftOut: (string | null)[];
}

const isComponent = 'It is component coverage.';
const isCancelled = 'It is cancelled contract coverage.';
const noEnd = 'It has no end date.';
const cover = {
  start: '2024-02-01',
  end: '2027-01-31',
  level: depot.Name,
  types: ['BASE'] as (string | null)[],
  leftOut: [null] as (string | null)[],
};
const noCover = { start: null, end: null, level: null, types: [], leftOut: [] };
const twoLines = { types: ['BASE', 'BASE'], leftOut: [null, isComponent] };

export const foundCases: FoundCase[] = [
  { ...cover, name: 'one warranty', row },
  {
    ...cover,
    name: 'an upgrade',
    row: listing(depot, onsite),
    end: '2029-01-31',
    level: onsite.Name,
    types: ['BASE', 'UPGRADE'],
    leftOut: [null, null],
  },
  {
    ...cover,
    name: 'an expired device',
    row: { ...ends('2020-01-31T00:00:00Z'), InWarranty: false },
    end: '2020-01-31',
  },
  {
    ...cover,
    ...twoLines,
    name: 'a component that ends last',
    row: listing({ ...depot, Category: 'MACHINE' }, battery),
  },
  {
    ...cover,
    ...twoLines,
    name: 'a component in lower case',
    row: listing(depot, { ...battery, Category: 'component' }),
  },
  {
    ...cover,
    name: 'a component alone, which then counts',
    row: listing(battery),
    end: '2030-01-31',
    level: battery.Name,
  },
  {
    ...cover,
    name: 'a battery identified only by its name, which counts',
    row: listing({ ...battery, Category: 'UNKNOWN' }),
    end: '2030-01-31',
    level: battery.Name,
  },
  {
    ...cover,
    name: 'a contract',
    row: under(contract),
    end: '2031-01-31',
    level: 'Simulated 4 hour response',
    types: ['BASE', 'Contract'],
    leftOut: [null, null],
  },
  {
    ...cover,
    name: 'a contract with only an entitlement code',
    row: under({ ...contract, SLA: ' ' }),
    end: '2031-01-31',
    level: 'SIME',
    types: ['BASE', 'Contract'],
    leftOut: [null, null],
  },
  {
    ...cover,
    name: 'an expired contract',
    row: under({ ...contract, Status: 'EXPIRED', End: '2025-01-31' }),
    types: ['BASE', 'Contract'],
    leftOut: [null, null],
  },
  ...['CANCELLED', 'Canceled', 'terminated'].map((Status) => ({
    ...cover,
    name: `a contract that is ${Status}`,
    row: under({ ...contract, Status }),
    types: ['BASE', 'Contract'],
    leftOut: [null, isCancelled],
  })),
  {
    ...noCover,
    name: 'a canceled contract alone, which never counts',
    row: { ...under({ ...contract, Status: 'CANCELLED' }), Warranty: [] },
  },
  {
    ...cover,
    name: 'a canceled contract and a component, of which only the component counts',
    row: { ...listing(battery), Contract: [{ ...contract, Status: 'CANCELLED' }] },
    end: '2030-01-31',
    level: battery.Name,
  },
  {
    ...cover,
    name: 'a contract without a list of warranties',
    row: { ...without('Warranty'), Contract: [contract] },
    end: '2031-01-31',
    level: 'Simulated 4 hour response',
    types: ['Contract'],
  },
  {
    ...cover,
    name: 'dates without a time',
    row: listing({ ...depot, Start: '2024-02-01', End: '2027-01-31' }),
  },
  { ...cover, name: 'a fraction of a second', row: ends('2027-01-31T00:00:00.0000000Z') },
  { ...cover, name: 'a timestamp without a time zone', row: ends('2027-01-31T00:00:00') },
  { ...cover, name: 'an end at the last second', row: ends('2027-01-31T23:59:59.999Z') },
  {
    ...cover,
    name: 'a line without an end and one with an end',
    row: listing({ ...depot, Start: null, End: null }, depot),
    types: ['BASE', 'BASE'],
    leftOut: [noEnd, null],
  },
  { ...noCover, name: 'only a line without an end', row: ends(null), types: ['BASE'], leftOut: [noEnd] },
  {
    ...cover,
    name: 'a description instead of a name',
    row: listing({ ...depot, Name: null }),
    level: 'Simulated base cover',
  },
  {
    ...cover,
    name: 'a line with only an end',
    row: listing({ End: '2027-01-31' }),
    start: null,
    level: null,
    types: [null],
  },
  { ...cover, name: 'a device that was never registered', row: without('Purchased') },
  {
    ...cover,
    name: 'null in all other fields',
    row: { ...row, Product: null, InWarranty: null, Shipped: null, Country: null },
  },
  {
    ...cover,
    name: 'a serial and its warranties only',
    row: without('Product', 'InWarranty', 'Shipped', 'Country'),
  },
  { ...cover, name: 'a code that is null', row: { ...row, Code: null, Message: null } },
  {
    ...cover,
    name: 'unknown fields',
    row: { ...row, UpgradeUrl: null, Released: '2023-05-01T00:00:00Z' },
  },
  { ...noCover, name: 'an empty list', row: { ...listing(), InWarranty: false } },
  { ...noCover, name: 'null instead of the list', row: { ...row, Warranty: null, InWarranty: false } },
  {
    ...noCover,
    name: 'no list, and marked as out of warranty',
    row: { ...without('Warranty'), InWarranty: false },
  },
];

/** All have the serial `PFSIM001`. None of them may be read as "no coverage" or "not known". */
export const unexpectedRows: [name: string, row: object][] = [
  ['an end date under another name', listing({ ...depot, End: undefined, EndDate: depot.End })],
  ['an end date in another order', ends('01/31/2027')],
  ['an end date that is a number', ends(1_801_353_600_000)],
  ['an end date in the .NET format', ends('/Date(1801353600000)/')],
  ['an end date on a nonexistent day', ends('2027-02-30T00:00:00Z')],
  ['an empty end date', ends('')],
  ['a contract end under another name', under({ ...contract, End: undefined, Until: contract.End })],
  ['one invalid line among valid ones', listing(depot, { ...onsite, End: 'soon' })],
  ['a line that is null', listing(null)],
  ['warranties that are not a list', { ...row, Warranty: depot }],
  ['contracts that are not a list', { ...row, Contract: contract }],
  ['warranties under another name', { ...without('Warranty'), Warranties: [depot] }],
  ['a serial alone', { Serial: 'PFSIM001' }],
  ['no list and no warranty flag', without('Warranty', 'InWarranty')],
  ['a contract and no warranty flag', { Serial: 'PFSIM001', Contract: [contract] }],
  ['a flag that is not a boolean', { ...row, InWarranty: 'yes' }],
  ['a code that is not documented', { ...row, Code: 102 }],
  ['a code that is a string', { ...row, Code: '100' }],
  ['a row of the support site', { Serial: 'PFSIM001', baseWarranties: [{ endDate: '2027-01-31' }] }],
];
