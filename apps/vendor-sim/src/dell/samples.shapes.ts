// Samples that are hard to parse: dates, nulls, absent fields, numbers as strings, unusual texts.
import { addYears, dayOfDate, yearOf } from '../dates.ts';
import type { Country } from './dates.ts';
import { type AssetRow, entitlement } from './row.ts';
import { row, type Sample } from './sample.ts';

function shape(tag: string, name: string, label: string, make: (today: number) => AssetRow): Sample {
  return { tag, label, case: name, offered: false, row: make };
}

/** Coverage from one calendar date to another, in the country's local time. */
function dated(tag: string, country: Country, from: number, to: number): AssetRow {
  return row(tag, { country, shipDay: from, to });
}

/** Three years of coverage that end in two years, with this many digits after the seconds of the end. */
function withDigits(tag: string, today: number, digits: number): AssetRow {
  const from = addYears(today, -1);
  return row(tag, { country: 'US', shipDay: from }, ({ country }) => [
    entitlement('onsite', { country, from, to: addYears(today, 2), digits }),
  ]);
}

function covered(tag: string, today: number): AssetRow {
  return row(tag, { country: 'US', shipDay: addYears(today, -1) });
}

const DATE_SAMPLES: Sample[] = [
  shape('USEND05', 'us-midnight-end', 'Ends on 31 December, US time', (today) => {
    const year = yearOf(today) + 1;
    return dated('USEND05', 'US', dayOfDate(year - 3, 1, 1), dayOfDate(year, 12, 31));
  }),
  shape('FRSTART', 'french-start', 'Starts on 19 October, French time', (today) => {
    const year = yearOf(today) - 2;
    return dated('FRSTART', 'FR', dayOfDate(year, 10, 19), dayOfDate(year + 5, 10, 18));
  }),
  shape('JPEND09', 'japan-end', 'Ends on 31 March, Japanese time', (today) => {
    const year = yearOf(today) + 2;
    return dated('JPEND09', 'JP', dayOfDate(year - 4, 4, 1), dayOfDate(year, 3, 31));
  }),
  shape('AUEND10', 'australia-end', 'Ends on 30 June, Australian time', (today) => {
    const year = yearOf(today) + 2;
    return dated('AUEND10', 'AU', dayOfDate(year - 4, 7, 1), dayOfDate(year, 6, 30));
  }),
  shape('FRAC000', 'fraction-0', 'Seconds without fraction', (today) => withDigits('FRAC000', today, 0)),
  shape('FRAC002', 'fraction-2', 'Seconds with 2 digits', (today) => withDigits('FRAC002', today, 2)),
  shape('FRAC006', 'fraction-6', 'Seconds with 6 digits', (today) => withDigits('FRAC006', today, 6)),
  shape('NULLDTS', 'all-dates-null', 'No date on any entitlement', (today) =>
    row('NULLDTS', { shipDay: addYears(today, -1) }, ({ country }) => [
      entitlement('onsite', { country, from: null, to: null }),
      entitlement('proSupport', { country, from: null, to: null, type: 'EXTENDED' }),
    ]),
  ),
  shape('SOMENUL', 'some-dates-null', 'Some dates missing', (today) =>
    row('SOMENUL', { shipDay: addYears(today, -1) }, ({ country, shipDay: from }) => [
      entitlement('proSupport', { country, from: null, to: null }),
      entitlement('onsite', { country, from, to: addYears(today, 1) }),
      entitlement('collect', { country, from: null, to: today + 90 }),
      entitlement('proSupportPlus', { country, from: addYears(today, -2), to: null }),
    ]),
  ),
];

const FIELD_SAMPLES: Sample[] = [
  shape('ALLNULL', 'all-optional-null', 'Every optional field null', (today) => {
    const { serviceTag, entitlements, ...optional } = covered('ALLNULL', today);
    const nulls = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
    return {
      ...nulls,
      serviceTag,
      entitlements: (entitlements ?? []).map(({ startDate: _, endDate, ...rest }) => ({
        ...Object.fromEntries(Object.keys(rest).map((name) => [name, null])),
        startDate: null,
        endDate: endDate ?? null,
      })),
    };
  }),
  shape('FEWFLD1', 'optional-fields-absent', 'Optional fields missing', (today) => {
    const { serviceTag, entitlements } = covered('FEWFLD1', today);
    return {
      serviceTag,
      entitlements: (entitlements ?? []).map(({ startDate, endDate }) => ({
        startDate: startDate ?? null,
        endDate: endDate ?? null,
      })),
    };
  }),
  shape('DUPL002', 'duplicated', 'Tag used for more than one device', (today) => ({
    ...covered('DUPL002', today),
    duplicated: true,
  })),
  shape('NUMSTR1', 'numbers-as-strings', 'Numbers sent as text', (today) => {
    const device = covered('NUMSTR1', today);
    return {
      ...device,
      id: String(device.id),
      orderBuid: String(device.orderBuid),
      entitlements: (device.entitlements ?? []).map((each) => ({ ...each, serviceLevelGroup: '5' })),
    };
  }),
  shape('LONGLVL', 'long-service-level', 'Very long service level', (today) =>
    row('LONGLVL', { shipDay: addYears(today, -1) }, ({ country, shipDay: from }) => [
      entitlement('longText', { country, from, to: addYears(today, 2) }),
    ]),
  ),
  shape('TYPEXPD', 'type-expired', 'Entitlement of type EXPIRED', (today) =>
    row('TYPEXPD', { shipDay: addYears(today, -4) }, ({ country, shipDay: from }) => [
      entitlement('onsite', { country, from, to: addYears(today, -1), type: 'EXPIRED' }),
    ]),
  ),
];

export const SHAPE_SAMPLES: readonly Sample[] = [...DATE_SAMPLES, ...FIELD_SAMPLES];
