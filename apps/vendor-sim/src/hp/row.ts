// The row formats of a reply. A serial that HP does not know is a row with only `sn`.
import { dateText } from '../dates.ts';
import type { Loose } from '../sample-list.ts';

export interface WarrantyRow {
  /** Set for an unknown serial, and for the few known ones that have it here instead of in the product. */
  sn?: string;
  product?: Product;
  offers?: Offer[];
}

export interface Model {
  number: string;
  name: string;
}

export const LAPTOP: Model = { number: '8C2X9UT', name: 'HP EliteBook 840 14 inch G11' };
export const PRINTER: Model = { number: '4RA8QA', name: 'HP Color LaserJet Pro 4203' };

export const MODELS: readonly [Model, ...Model[]] = [
  LAPTOP,
  { number: '7P3Q1EA', name: 'HP ProBook 450 15.6 inch G10' },
  { number: '6T1W4AV', name: 'HP ZBook Firefly 16 inch G10' },
  { number: '9M7K2ET', name: 'HP Elite Mini 800 G9' },
  { number: '5D8N6UC', name: 'HP ProDesk 400 G9 SFF' },
  { number: '3Z5V7EC', name: 'HP EliteOne 870 27 inch G9' },
  { number: '2R9H3PA', name: 'HP Z4 G5 Workstation' },
  PRINTER,
];

/** W is the warranty that comes with the device, C a contract such as a Care Pack. */
const OFFERS = {
  onsite: { type: 'W', id: 'SIM151', text: 'Hardware maintenance onsite support' },
  depot: { type: 'W', id: 'SIM152', text: 'Hardware maintenance offsite support' },
  setup: { type: 'W', id: 'SIM160', text: 'Initial setup support' },
  setupByPhone: { type: 'W', id: 'SIM161', text: 'Initial setup support by phone' },
  carePack: { type: 'C', id: 'SIM501', text: 'Care Pack, next business day onsite hardware support' },
  carePackTravel: {
    type: 'C',
    id: 'SIM502',
    text: 'Care Pack, onsite hardware support with travel coverage',
  },
};

export type OfferName = keyof typeof OFFERS;

/** `from` and `to` are sent as dates without a time, or as null. */
export function offer(name: OfferName, from: number | null, to: number | null) {
  const { type, id, text } = OFFERS[name];
  return {
    offerDescription: text,
    offerProductIdentifier: id,
    serviceObligationIdentifier: `SIM-OBL-${id}`,
    serviceObligationTypeCode: type,
    serviceObligationLineItemStartDate: from === null ? null : dateText(from),
    serviceObligationLineItemEndDate: to === null ? null : dateText(to),
  };
}

export function productOf(serialNumber: string, { number, name }: Model, countryCode = 'US') {
  return {
    serialNumber,
    productDescription: `${name} (${number})`,
    productNumber: number,
    countryCode,
  };
}

export type Offer = Loose<ReturnType<typeof offer>>;
export type Product = Loose<ReturnType<typeof productOf>>;

export function unknownRow(serial: string): WarrantyRow {
  return { sn: serial };
}
