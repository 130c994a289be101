// The row formats of a reply. Every scalar may be null and every field may be absent; some numbers are strings.

import type { Loose } from '../sample-list.ts';
import { type Country, endStamp, startStamp } from './dates.ts';
import type { Model } from './models.ts';
import { SERVICES, type ServiceName } from './services.ts';

const BUID_OF: Record<Country, number> = { US: 11, GB: 202, FR: 909, JP: 1401, AU: 1212 };

interface HeaderOf {
  id: number;
  model: Model;
  country: Country;
  shipDay: number;
}

/** A row with every field filled in. */
export function fullHeader(serviceTag: string, { id, model, country, shipDay }: HeaderOf) {
  return {
    id,
    serviceTag,
    orderBuid: BUID_OF[country],
    shipDate: startStamp(shipDay, country),
    productCode: `>/${100 + (id % 900)}`,
    localChannel: id % 3 === 0 ? 'ENTP' : '45',
    productId: model.slug,
    productLineDescription: model.name.toUpperCase(),
    productFamily: model.family,
    systemDescription: model.name,
    productLobDescription: model.lob,
    countryCode: country,
    duplicated: false,
    invalid: false,
  };
}

export type AssetHeader = Loose<ReturnType<typeof fullHeader>> & { serviceTag: string };
export type AssetRow = AssetHeader & { entitlements?: Entitlement[] };

/** Dell's row for an unknown tag. */
export function unknownRow(serviceTag: string): AssetRow {
  return {
    id: null,
    serviceTag,
    orderBuid: null,
    shipDate: null,
    productCode: null,
    localChannel: null,
    productId: null,
    productLineDescription: null,
    productFamily: null,
    systemDescription: null,
    productLobDescription: null,
    countryCode: null,
    duplicated: null,
    invalid: true,
    entitlements: [],
  };
}

export interface CoverOf {
  country: Country;
  from: number | null;
  to: number | null;
  digits?: number;
  type?: 'INITIAL' | 'EXTENDED' | 'EXPIRED';
}

export function entitlement(
  service: ServiceName,
  { country, from, to, digits = 0, type = 'INITIAL' }: CoverOf,
) {
  const { code, group, text, sku } = SERVICES[service];
  return {
    itemNumber: `${type === 'INITIAL' ? 901 : 902}-${sku}`,
    startDate: from === null ? null : startStamp(from, country, digits === 3 ? 3 : 0),
    endDate: to === null ? null : endStamp(to, country, digits),
    entitlementType: type,
    serviceLevelCode: code,
    serviceLevelDescription: text,
    serviceLevelGroup: group,
  };
}

export type Entitlement = Loose<ReturnType<typeof entitlement>>;
