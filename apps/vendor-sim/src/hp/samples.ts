// The listed serials: one for every case that a client must handle, with dates relative to the clock.
import { endingSamples, type Make as MakeOf, offered, type Sample, sample } from '../catalog.ts';
import { addYears } from '../dates.ts';
import {
  LAPTOP,
  type Model,
  type Offer,
  offer,
  PRINTER,
  productOf,
  unknownRow,
  type WarrantyRow,
} from './row.ts';

type Make = MakeOf<WarrantyRow>;

/** A known device with these offers. */
function withOffers(list: (today: number) => Offer[], model: Model = LAPTOP): Make {
  return (today, serial) => ({ product: productOf(serial, model), offers: list(today) });
}

/** Three years of hardware coverage up to a day. */
function endingOn(dayOfEnd: (today: number) => number): Make {
  return withOffers((today) => {
    const to = dayOfEnd(today);
    return [offer('onsite', addYears(to, -3), to)];
  });
}

const STATUS_SAMPLES: Sample<WarrantyRow>[] = [
  offered(
    'SIM412ACTV',
    'active',
    'Active, ends in 2 years',
    withOffers((today) => [
      offer('onsite', addYears(today, -1), addYears(today, 2)),
      offer('setup', addYears(today, -1), addYears(today, -1) + 90),
    ]),
  ),
  ...endingSamples((name) => `SIM412${name}`, endingOn),
  sample(
    'SIM412FUTR',
    'future-start',
    'Coverage starts in 30 days',
    withOffers((today) => [offer('onsite', today + 30, addYears(today + 30, 3))]),
  ),
  sample(
    'SIM412NONE',
    'empty-offers',
    'Known to HP, no coverage on record',
    withOffers(() => []),
  ),
  sample('SIM412NLST', 'no-offers-list', 'Known to HP, no list of offers', (_, serial) => ({
    product: productOf(serial, PRINTER),
  })),
  sample('SIM412UNKN', 'unknown', 'Unknown to HP', (_, serial) => unknownRow(serial)),
];

const OFFER_SAMPLES: Sample<WarrantyRow>[] = [
  offered(
    'SIM412CARE',
    'contract-outlives-warranty',
    'Care Pack still active after the warranty',
    withOffers((today) => [
      offer('depot', addYears(today, -2), addYears(today, -1)),
      offer('carePack', addYears(today, -2), addYears(today, 1)),
    ]),
  ),
  sample(
    'SIM412WRNT',
    'warranty-outlives-contract',
    'Warranty still active after the Care Pack',
    withOffers((today) => [
      offer('onsite', addYears(today, -2), addYears(today, 1)),
      offer('carePackTravel', addYears(today, -2), addYears(today, -1)),
    ]),
  ),
  sample(
    'SIM412STUP',
    'setup-outlives-hardware',
    'Expired, setup support still active',
    withOffers((today) => [
      offer('setup', addYears(today, -2), addYears(today, 2)),
      offer('onsite', addYears(today, -2), today - 60),
      offer('setupByPhone', addYears(today, -2), addYears(today, 3)),
    ]),
  ),
  sample(
    'SIM412SOFT',
    'only-setup-support',
    'Setup support only',
    withOffers((today) => [
      offer('setup', today - 20, today + 70),
      offer('setupByPhone', today - 20, today + 160),
    ]),
  ),
  sample(
    'SIM412NDAT',
    'all-dates-null',
    'No date on any offer',
    withOffers(() => [offer('onsite', null, null), offer('carePack', null, null)]),
  ),
  sample(
    'SIM412SDAT',
    'some-dates-null',
    'Some dates missing',
    withOffers((today) => [
      offer('carePack', null, null),
      offer('onsite', addYears(today, -1), addYears(today, 1)),
      offer('depot', null, today + 90),
      offer('carePackTravel', addYears(today, -1), null),
    ]),
  ),
];

/** Two devices share this serial: it is unknown without a product number. */
const TWINS: Record<string, Make> = {
  [LAPTOP.number]: endingOn((today) => addYears(today, 2)),
  [PRINTER.number]: withOffers((today) => [offer('depot', addYears(today, -3), today - 400)], PRINTER),
};

function covered(today: number, serial: string): Required<Pick<WarrantyRow, 'product' | 'offers'>> {
  const list = [offer('onsite', addYears(today, -1), addYears(today, 2))];
  return { product: productOf(serial, LAPTOP), offers: list };
}

const FIELD_SAMPLES: Sample<WarrantyRow>[] = [
  sample(
    'SIM412TWIN',
    'ambiguous',
    'Two devices, distinguished by product number',
    (today, serial, number) => {
      const make = Object.hasOwn(TWINS, number) ? TWINS[number] : undefined;
      return make?.(today, serial, number) ?? unknownRow(serial);
    },
  ),
  sample('SIM412NPRD', 'null-product-number', 'Product number null', (today, serial) => {
    const { product, offers } = covered(today, serial);
    return { product: { ...product, productNumber: null }, offers };
  }),
  sample('SIM412NULL', 'all-optional-null', 'Every optional field null', (today, serial) => ({
    product: { serialNumber: serial, productDescription: null, productNumber: null, countryCode: null },
    offers: covered(today, serial).offers.map(({ serviceObligationLineItemEndDate: end = null }) => ({
      offerDescription: null,
      offerProductIdentifier: null,
      serviceObligationIdentifier: null,
      serviceObligationTypeCode: null,
      serviceObligationLineItemStartDate: null,
      serviceObligationLineItemEndDate: end,
    })),
  })),
  sample('SIM412FEWF', 'optional-fields-absent', 'Optional fields missing', (today, serial) => ({
    product: { serialNumber: serial },
    offers: [{ serviceObligationLineItemEndDate: offerEnd(today, serial) }],
  })),
  sample('SIM412TSNR', 'serial-at-top-level', 'Serial next to the product, not in it', (today, serial) => {
    const { product, offers } = covered(today, serial);
    const { serialNumber: _, ...rest } = product;
    return { sn: serial, product: rest, offers };
  }),
];

function offerEnd(today: number, serial: string): string | null {
  return covered(today, serial).offers[0]?.serviceObligationLineItemEndDate ?? null;
}

export const SAMPLES: readonly Sample<WarrantyRow>[] = [
  ...STATUS_SAMPLES,
  ...OFFER_SAMPLES,
  ...FIELD_SAMPLES,
];
