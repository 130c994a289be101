// The row formats of a reply. Every scalar may be null and every field may be absent; some numbers are strings.
import { type Country, endStamp, startStamp } from './dates.ts';
import type { Model } from './models.ts';
import { SERVICES, type ServiceName } from './services.ts';

export interface Entitlement {
  itemNumber?: string | null;
  startDate?: string | null;
  endDate?: string | null;
  entitlementType?: string | null;
  serviceLevelCode?: string | null;
  serviceLevelDescription?: string | null;
  serviceLevelGroup?: number | string | null;
}

export interface AssetHeader {
  id?: number | string | null;
  serviceTag: string;
  orderBuid?: number | string | null;
  shipDate?: string | null;
  productCode?: string | null;
  localChannel?: string | null;
  productId?: string | null;
  productLineDescription?: string | null;
  productFamily?: string | null;
  systemDescription?: string | null;
  productLobDescription?: string | null;
  countryCode?: string | null;
  duplicated?: boolean | null;
  invalid?: boolean | null;
}

export interface AssetRow extends AssetHeader {
  entitlements?: Entitlement[];
}

const BUID_OF: Record<Country, number> = { US: 11, GB: 202, FR: 909, JP: 1401, AU: 1212 };

export interface HeaderOf {
  id: number;
  model: Model;
  country: Country;
  shipDay: number;
}

/** A row with every field filled in. */
export function fullHeader(serviceTag: string, { id, model, country, shipDay }: HeaderOf): AssetHeader {
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
): Entitlement {
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
