// Generates a device for any tag, from only the tag and the day.

import { pickCoverageSpan, pickCoverageState, type Span } from '../coverage-state.ts';
import { addYears } from '../dates.ts';
import { type Random, randomFor } from '../random.ts';
import type { Country } from './dates.ts';
import { MODELS } from './models.ts';
import {
  type AssetHeader,
  type AssetRow,
  type Entitlement,
  entitlement,
  fullHeader,
  unknownRow,
} from './row.ts';
import type { ServiceName } from './services.ts';

const COUNTRIES: readonly [Country, ...Country[]] = ['US', 'US', 'US', 'GB', 'FR', 'JP', 'AU'];
const HARDWARE: readonly [ServiceName, ...ServiceName[]] = [
  'onsite',
  'proSupport',
  'collect',
  'proSupportPlus',
];

/** The hardware coverage, and what all its entitlements share. */
interface Cover extends Span {
  country: Country;
  digits: number;
}

export function generatedRow(tag: string, today: number): AssetRow {
  const random = randomFor(tag);
  const fate = pickCoverageState(random, tag.startsWith('SMP'));
  if (fate === 'unknown') return unknownRow(tag);
  const span = pickCoverageSpan(random, fate, today);
  const cover = { ...span, country: random.pick(COUNTRIES), digits: random.int(0, 6) };
  const header = drawHeader(random, tag, cover);
  return { ...header, entitlements: fate === 'no-cover' ? [] : drawEntitlements(random, cover) };
}

function drawHeader(random: Random, tag: string, { country, from }: Cover): AssetHeader {
  const id = random.int(100_000_000, 999_999_999);
  const header: AssetHeader = fullHeader(tag, { id, model: random.pick(MODELS), country, shipDay: from });
  if (random.chance(0.05)) header.id = String(id);
  if (random.chance(0.2)) header.orderBuid = String(header.orderBuid);
  if (random.chance(0.01)) header.duplicated = true;
  if (random.chance(0.6)) header.productFamily = null;
  if (random.chance(0.5)) header.systemDescription = null;
  if (random.chance(0.15)) header.productId = null;
  if (random.chance(0.1)) header.localChannel = null;
  if (random.chance(0.05)) header.productCode = null;
  if (random.chance(0.03)) header.countryCode = null;
  if (random.chance(0.03)) header.shipDate = null;
  if (random.chance(0.02)) header.productLineDescription = null;
  if (random.chance(0.02)) delete header.duplicated;
  return header;
}

/** One to five: the hardware coverage first, then the services sold with it; sent in any order. */
function drawEntitlements(random: Random, cover: Cover): Entitlement[] {
  const list = [...drawHardware(random, cover), ...drawServices(random, cover)].slice(0, 5);
  for (const each of list) {
    if (random.chance(0.15)) each.serviceLevelGroup = String(each.serviceLevelGroup);
    if (random.chance(0.03)) each.serviceLevelDescription = null;
  }
  return random.shuffle(list);
}

function drawHardware(random: Random, cover: Cover): Entitlement[] {
  const service = random.pick(HARDWARE);
  if (random.chance(0.25)) {
    return [
      entitlement(service, { ...cover, type: 'INITIAL' }),
      entitlement(service, { ...cover, type: 'EXTENDED' }),
    ];
  }
  if (cover.years === 1) return [entitlement(service, cover)];
  const firstYear = { ...cover, to: addYears(cover.from, 1) };
  return [entitlement(service, { ...cover, type: 'EXTENDED' }), entitlement('onsite', firstYear)];
}

function drawServices(random: Random, cover: Cover): Entitlement[] {
  const list: Entitlement[] = [];
  if (random.chance(0.35)) {
    const service = random.pick(['digital', 'digitalDownload']);
    list.push(entitlement(service, { ...cover, to: addYears(cover.to, random.int(3, 8)) }));
  }
  if (random.chance(0.2)) list.push(entitlement('keepDrive', cover));
  if (random.chance(0.2)) list.push(entitlement(random.pick(['accidental', 'completeCare']), cover));
  if (random.chance(0.06)) list.push(entitlement('proSupport', { ...cover, from: null, to: null }));
  if (random.chance(0.05)) {
    const service = random.pick(['deployment', 'installation']);
    list.push(entitlement(service, { ...cover, to: addYears(cover.to, 1) }));
  }
  return list;
}
