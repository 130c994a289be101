/** Rows of `/queries` in the formats HP is known to send, all values invented, with the results users must see. */
export const onsite = {
  offerDescription: 'HW Maintenance Onsite Support',
  offerProductIdentifier: 'SIM151',
  serviceObligationIdentifier: 'SIM-OBL-1',
  serviceObligationTypeCode: 'W',
  serviceObligationLineItemStartDate: '2024-03-20',
  serviceObligationLineItemEndDate: '2027-03-19',
};
const carePack = {
  ...onsite,
  offerDescription: 'Care Pack 5y Onsite',
  serviceObligationTypeCode: 'C',
  serviceObligationLineItemEndDate: '2029-03-19',
};
const setup = {
  ...onsite,
  offerDescription: 'Support for Initial Setup',
  serviceObligationLineItemEndDate: '2024-06-17',
};
const phone = {
  ...onsite,
  offerDescription: 'Telephone support',
  serviceObligationLineItemEndDate: '2031-01-01',
};
export const product = {
  serialNumber: '5CG4120SIM',
  productDescription: 'Simulated EliteBook 840 14 inch G11 (8C2X9UT)',
  productNumber: '8C2X9UT',
  countryCode: 'US',
};
export const row = { product, offers: [onsite] };

const ends = (serviceObligationLineItemEndDate: unknown) => ({ ...onsite, serviceObligationLineItemEndDate });
const withOffers = (...offers: unknown[]) => ({ product, offers });

export interface FoundCase {
  name: string;
  row: object;
  start: string | null;
  end: string | null;
  level: string | null;
  types: (string | null)[];
  /** One entry per offer: null if it counts. */
  leftOut: (string | null)[];
}

const isSetup = 'It is setup support.';
const noEnd = 'It has no end date.';
const cover = {
  start: '2024-03-20',
  end: '2027-03-19',
  level: onsite.offerDescription,
  types: ['Warranty'] as (string | null)[],
  leftOut: [null] as (string | null)[],
};
const noCover = { start: null, end: null, level: null, types: [], leftOut: [] };

export const foundCases: FoundCase[] = [
  { ...cover, name: 'one offer', row },
  { ...cover, name: 'a serial next to the product', row: { sn: '5CG4120SIM', pn: '8C2X9UT', ...row } },
  {
    ...cover,
    name: 'a serial in lower case',
    row: { ...row, product: { ...product, serialNumber: '5cg4120sim' } },
  },
  { ...cover, name: 'only a top-level serial', row: { sn: '5CG4120SIM', offers: [onsite] } },
  {
    ...cover,
    name: 'a product without a serial',
    row: { sn: '5CG4120SIM', ...row, product: { productNumber: 'X' } },
  },
  { ...cover, name: 'a null product number', row: { ...row, product: { ...product, productNumber: null } } },
  {
    ...cover,
    name: 'unknown fields',
    row: { ...row, obligationKey: 'SIM', product: { ...product, x: 1 } },
  },
  {
    ...cover,
    name: 'setup support that ends first',
    row: withOffers(onsite, setup),
    types: ['Warranty', 'Warranty'],
    leftOut: [null, isSetup],
  },
  {
    ...cover,
    name: 'phone support that ends last',
    row: withOffers(phone, onsite),
    types: ['Warranty', 'Warranty'],
    leftOut: [isSetup, null],
  },
  {
    ...cover,
    name: 'setup support alone, which then counts',
    row: withOffers(setup),
    end: '2024-06-17',
    level: 'Support for Initial Setup',
  },
  {
    ...cover,
    name: 'a care pack that ends later',
    row: withOffers(onsite, carePack),
    end: '2029-03-19',
    level: 'Care Pack 5y Onsite',
    types: ['Warranty', 'Contract'],
    leftOut: [null, null],
  },
  {
    ...cover,
    name: 'an expired care pack and an active warranty',
    row: withOffers({ ...carePack, serviceObligationLineItemEndDate: '2025-01-01' }, onsite),
    types: ['Contract', 'Warranty'],
    leftOut: [null, null],
  },
  {
    ...cover,
    name: 'an unknown type',
    row: withOffers({ ...onsite, serviceObligationTypeCode: 'X' }),
    types: ['X'],
  },
  {
    ...cover,
    name: 'no type',
    row: withOffers({ ...onsite, serviceObligationTypeCode: null }),
    types: [null],
  },
  {
    ...cover,
    name: 'an offer without a description',
    row: withOffers({ ...onsite, offerDescription: null }),
    level: null,
  },
  {
    ...cover,
    name: 'an offer without dates and one with dates',
    row: withOffers({ ...ends(null), serviceObligationLineItemStartDate: null }, onsite),
    types: ['Warranty', 'Warranty'],
    leftOut: [noEnd, null],
  },
  {
    ...noCover,
    name: 'only an offer without an end',
    row: withOffers(ends(null)),
    types: ['Warranty'],
    leftOut: [noEnd],
  },
  {
    ...cover,
    name: 'an end at midnight, which counts as that day',
    row: withOffers(ends('2027-03-19T00:00:00Z')),
  },
  { ...cover, name: 'an end at the last second', row: withOffers(ends('2027-03-19T23:59:59.000Z')) },
  { ...noCover, name: 'an empty list of offers', row: withOffers() },
  { ...noCover, name: 'null instead of offers', row: { product, offers: null } },
];

/** All have the serial `5CG4120SIM`. */
export const notKnownRows: [name: string, row: object][] = [
  ['the serial alone', { sn: '5CG4120SIM' }],
  ['an echo of the query', { sn: '5CG4120SIM', pn: '8C2X9UT', cc: 'US' }],
  ['null in all other fields', { sn: '5CG4120SIM', pn: null, product: null, offers: null }],
  ['no offers and no product', { sn: '5CG4120SIM', offers: [] }],
];

/** All have the serial `5CG4120SIM`. None of them may be read as "no coverage" or "not known". */
export const unexpectedRows: [name: string, row: object][] = [
  ['an end date under another name', withOffers({ ...ends(undefined), endDate: '2027-03-19' })],
  ['an end date in another order', withOffers(ends('03/19/2027'))],
  ['an end date that is a number', withOffers(ends(1_805_414_400))],
  ['an end date on a nonexistent day', withOffers(ends('2027-02-30'))],
  ['an empty end date', withOffers(ends(''))],
  ['one invalid offer among valid ones', withOffers(onsite, ends('soon'))],
  ['an offer that is null', withOffers(null)],
  ['offers that are not a list', { product, offers: { first: onsite } }],
  ['offers under another name', { product, entitlements: [onsite] }],
  ['a product without an offers field', { product }],
  ['product and offers under other names', { sn: '5CG4120SIM', item: product, cover: [onsite] }],
  ['a product under another name and no offers', { sn: '5CG4120SIM', item: product, offers: [] }],
  ['a message instead of coverage', { sn: '5CG4120SIM', message: 'An error has occurred.' }],
  ['a fault instead of coverage', { sn: '5CG4120SIM', fault: { faultstring: 'Simulated' } }],
  [
    'a device other than the requested one',
    { sn: '5CG4120SIM', product: { ...product, serialNumber: 'OTHER' }, offers: [] },
  ],
  [
    'a flat row of the older API',
    { sn: '5CG4120SIM', product: 'Simulated', type: 'Base Warranty', endDate: '2027-03-19T00:00:00' },
  ],
];
