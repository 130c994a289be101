// The listed serials: one for every case that a client must handle, with dates relative to the clock.
import { type Make as MakeOf, offered, type Sample, sample } from '../catalog.ts';
import { addYears } from '../dates.ts';
import { type Cover, type Coverage, type CoverageAttributes, coverFor } from './coverage.ts';
import { type Device, device, IPAD, IPHONE, type Model, momentOn } from './device.ts';

type AppleSample = Sample<Device | undefined>;
type Make = MakeOf<Device | undefined>;
type Rows = (today: number, cover: Cover) => Coverage[];

function covered(rows: Rows, of: (today: number) => Partial<Device> = () => ({})): Make {
  return (today, serial) =>
    device(serial, today, { coverage: rows(today, coverFor(serial, today)), ...of(today) });
}

/** Only the warranty that comes with the device. */
function inWarrantyUntil(dayOfEnd: (today: number) => number, model: Model): Make {
  return covered(
    (today, cover) => {
      const to = dayOfEnd(today);
      return [cover('warranty', { from: addYears(to, -1) + 1, to })];
    },
    (today) => ({ model, ordered: addYears(dayOfEnd(today), -1) }),
  );
}

/** The warranty of a device that is two years old. */
const endedWarranty = (today: number, cover: Cover) =>
  cover('warranty', { from: addYears(today, -2), to: addYears(today, -1) - 1 });

/** Two years old, with AppleCare+ for one more. */
const withPlus: Rows = (today, cover) => [
  endedWarranty(today, cover),
  cover('plus', { from: addYears(today, -2), to: addYears(today, 1) }),
];

const STATUS_SAMPLES: AppleSample[] = [
  offered(
    'C02SIMACTVA1',
    'active',
    'Active, AppleCare+ ends in 2 years',
    covered((today, cover) => [
      cover('warranty', { from: addYears(today, -1) + 30, to: today + 29 }),
      cover('plus', { from: addYears(today, -1) + 30, to: addYears(today, 2) }),
    ]),
  ),
  offered(
    'SIMQEXPR10',
    'expiring',
    'Warranty expiring within two weeks',
    inWarrantyUntil((today) => today + 10, IPAD),
  ),
  offered(
    'C02SIMEXPDA1',
    'expired-long-ago',
    'Expired 4 years ago',
    covered(
      (today, cover) => [
        cover('warranty', { from: addYears(today, -7), to: addYears(today, -6) - 1 }),
        cover('protection', { from: addYears(today, -7), to: addYears(today, -4) }),
      ],
      (today) => ({ ordered: addYears(today, -7) }),
    ),
  ),
  offered(
    'SIMQCNCL10',
    'canceled',
    'Expired, AppleCare+ canceled',
    covered(
      (today, cover) => [
        endedWarranty(today, cover),
        cover('plus', { from: addYears(today, -2), to: addYears(today, 1), canceledOn: today - 400 }),
      ],
      () => ({ model: IPHONE }),
    ),
  ),
  sample(
    'SIMQTDAY10',
    'ends-today',
    'Ends today',
    inWarrantyUntil((today) => today, IPHONE),
  ),
  sample(
    'SIMQYSTR10',
    'expired-yesterday',
    'Expired yesterday',
    inWarrantyUntil((today) => today - 1, IPHONE),
  ),
  sample(
    'SIMQFUTR10',
    'future-start',
    'Coverage starts in 30 days',
    covered((today, cover) => [cover('plus', { from: today + 30, to: addYears(today + 30, 3) })]),
  ),
  sample(
    'SIMQNONE10',
    'no-cover',
    'In the organization, no coverage on record',
    covered(() => []),
  ),
  sample('SIMQUNKN10', 'unknown', 'Not in the organization', () => undefined),
];

const PLAN_SAMPLES: AppleSample[] = [
  sample(
    'SIMQCNWR10',
    'canceled-in-warranty',
    'In warranty, AppleCare+ canceled',
    covered((today, cover) => [
      cover('plus', { from: today - 200, to: addYears(today, 2), canceledOn: today - 100 }),
      cover('warranty', { from: today - 200, to: today + 164 }),
    ]),
  ),
  sample(
    'SIMQCNAH10',
    'cancellation-ahead',
    'AppleCare+ canceled in 60 days',
    covered((today, cover) => [
      endedWarranty(today, cover),
      cover('plus', { from: addYears(today, -2), to: addYears(today, 1), canceledOn: today + 60 }),
    ]),
  ),
  sample(
    'C02SIMSUBSA1',
    'subscription',
    'AppleCare+ subscription, renewed in 20 days',
    covered((today, cover) => [
      endedWarranty(today, cover),
      cover('subscription', { from: addYears(today, -2), to: today + 20 }),
    ]),
  ),
  sample(
    'SIMQBSNS10',
    'subscription-without-end',
    'AppleCare+ for Business, no end date',
    covered((today, cover) => [
      cover('business', { from: addYears(today, -1), to: null }),
      endedWarranty(today, cover),
    ]),
  ),
  sample(
    'C02SIMMANYA1',
    'many-plans',
    'Warranty between three AppleCare plans',
    covered((today, cover) => [
      cover('protection', { from: addYears(today, -2), to: addYears(today, -1) }),
      endedWarranty(today, cover),
      cover('plus', { from: addYears(today, -1), to: addYears(today, 1) }),
      cover('subscription', { from: addYears(today, -1), to: today - 30, canceledOn: today - 60 }),
    ]),
  ),
];

/** Replaces attributes of every row; undefined omits one. */
function rewritten(
  rows: Rows,
  instead: { [Name in keyof CoverageAttributes]: null | string | undefined },
): Rows {
  return (today, cover) =>
    rows(today, cover).map((row) => ({
      ...row,
      attributes: { ...row.attributes, ...(instead as CoverageAttributes) },
    }));
}

const FIELD_SAMPLES: AppleSample[] = [
  sample(
    'SIMQNDAT10',
    'all-dates-null',
    'No date on any plan',
    covered((_, cover) => [
      cover('warranty', { from: null, to: null }),
      cover('plus', { from: null, to: null }),
    ]),
  ),
  sample(
    'SIMQNULL10',
    'all-optional-null',
    'Every optional field null',
    covered(
      rewritten(withPlus, {
        description: null,
        status: null,
        startDateTime: null,
        agreementNumber: null,
        paymentType: null,
        isRenewable: null,
        isCanceled: null,
      }),
      () => ({
        instead: {
          addedToOrgDateTime: null,
          updatedDateTime: null,
          deviceModel: null,
          productFamily: null,
          productType: null,
          deviceCapacity: null,
          partNumber: null,
          orderNumber: null,
          color: null,
          status: null,
          orderDateTime: null,
          imei: null,
          purchaseSourceType: null,
        },
      }),
    ),
  ),
  sample(
    'SIMQFEWF10',
    'optional-fields-absent',
    'Optional fields missing',
    covered(
      rewritten(withPlus, {
        startDateTime: undefined,
        agreementNumber: undefined,
        paymentType: undefined,
        isRenewable: undefined,
        isCanceled: undefined,
        contractCancelDateTime: undefined,
      }),
      () => ({
        instead: {
          productType: undefined,
          deviceCapacity: undefined,
          partNumber: undefined,
          imei: undefined,
        },
      }),
    ),
  ),
  sample(
    'SIMQNEWV10',
    'undocumented-values',
    'Status and payment type not documented',
    covered(rewritten(withPlus, { status: 'SUSPENDED', paymentType: 'LEASE' })),
  ),
  sample(
    'SIMQMANL10',
    'added-by-hand',
    'Added by hand, order date not the purchase date',
    covered(withPlus, (today) => ({ source: 'MANUALLY_ADDED', ordered: today - 5, added: today - 5 })),
  ),
  sample(
    'SIMQRLSD10',
    'released',
    'Released from the organization yesterday',
    covered(withPlus, (today) => ({ instead: { releasedFromOrgDateTime: momentOn(today - 1) } })),
  ),
];

export const SAMPLES: readonly AppleSample[] = [...STATUS_SAMPLES, ...PLAN_SAMPLES, ...FIELD_SAMPLES];
