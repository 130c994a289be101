import type { VendorDevice, VendorEntitlement } from '@warranty/connectors/outcome';
import { vendors } from '@warranty/contracts/vendors';
import type { Entitlement, Hardware, WarrantyResult } from '@warranty/contracts/warranty';
import { type Coverage, headlineOf, resolveCoverage } from '@warranty/domain/entitlements';
import { endDateOf, startDateOf, statusAt } from '@warranty/domain/warranty-dates';
import { AppError } from '../../platform/http/app-error.ts';
import type { CacheableAnswer } from './records.store.ts';

export interface LookupTarget {
  /** As it was looked up. */
  identifier: string;
  manufacturer: string;
  manufacturerEvidence: string;
}

export interface LookupAnswer {
  answer: CacheableAnswer;
  checkedAt: Date;
  /** The vendor did not answer now; this is what it said last. */
  stale: boolean;
}

/** Answers come from sample data, of which these devices are offered to try. */
export interface Demo {
  samples: ReadonlySet<string>;
}

/** Who stands behind a line of cover, where that is not the maker's name as we show it. */
const providers: Record<string, string> = { Meraki: 'Cisco Meraki' };

const noHardware: Hardware = {
  serviceTag: null,
  productCode: null,
  productLineDescription: null,
  productFamily: null,
  shipDate: null,
  localChannel: null,
  productLobDescription: null,
  countryCode: null,
  systemDescription: null,
};

/** The headline alone, for many devices at once. */
export interface Summary {
  startDate: string | null;
  endDate: string | null;
  endsAt: string | null;
  serviceLevel: string | null;
  device: VendorDevice | null;
  shipDate: string | null;
  /** Why there is no answer, where the vendor does not know the device. */
  error: string | null;
}

export function toSummary(asked: LookupTarget, answer: CacheableAnswer, demo: Demo | null): Summary {
  if (answer.kind === 'ambiguous') throw ambiguous(asked, answer.missing);
  const isFound = answer.kind === 'found';
  const { startsAt, endsAt, level } = headlineOf(isFound ? answer.entitlements : [], coverKindOf(asked));
  return {
    startDate: startDateOf(startsAt),
    endDate: endDateOf(endsAt),
    endsAt,
    serviceLevel: level,
    device: isFound ? answer.device : null,
    shipDate: isFound ? startDateOf(answer.device.shipDate) : null,
    error: isFound ? null : notKnown(asked, demo),
  };
}

function coverKindOf({ manufacturer }: LookupTarget) {
  return vendors.find(({ name }) => name === manufacturer)?.coverKind ?? 'warranty';
}

/** The vendor's answer as people read it: decided anew each time, so that a kept answer ages rightly. */
export function toResult(
  asked: LookupTarget,
  answered: LookupAnswer,
  demo: Demo | null,
  now: Date,
): WarrantyResult {
  const { answer } = answered;
  if (answer.kind === 'ambiguous') throw ambiguous(asked, answer.missing);
  const entitlements = answer.kind === 'found' ? answer.entitlements : [];
  const coverKind = coverKindOf(asked);
  const cover = resolveCoverage(entitlements, coverKind);
  return {
    modelNumber: asked.identifier,
    manufacturer: asked.manufacturer,
    manufacturerEvidence: asked.manufacturerEvidence,
    coverKind,
    status: statusAt(cover.endsAt, now),
    ...(answer.kind === 'not-known' ? { error: notKnown(asked, demo) } : {}),
    startDate: startDateOf(cover.startsAt),
    endDate: endDateOf(cover.endsAt),
    endsAt: cover.endsAt,
    serviceLevel: cover.level,
    description: answer.kind === 'found' ? cover.reason : null,
    allEntitlements: toEntitlements(entitlements, cover, providers[asked.manufacturer] ?? asked.manufacturer),
    hardware: answer.kind === 'found' ? { ...toHardware(answer.device) } : noHardware,
    source: {
      vendor: asked.manufacturer,
      checkedAt: answered.checkedAt.toISOString(),
      stale: answered.stale,
      demo: demo !== null,
      page: demo ? null : vendorPage(asked),
    },
  };
}

/** How a serial is written together with what tells its devices apart. */
const qualified: Record<string, string> = { Lenovo: '.21HM', HP: '#8C2X9UT' };

function ambiguous({ identifier, manufacturer }: LookupTarget, missing: string): AppError {
  const example = identifier + (qualified[manufacturer] ?? '');
  return new AppError('serial_ambiguous', {
    values: { vendor: manufacturer, input: identifier, missing, example },
  });
}

function notKnown({ identifier, manufacturer }: LookupTarget, demo: Demo | null): string {
  if (demo && !demo.samples.has(identifier))
    return `This installation runs on sample data. ${demoAdvice(identifier, manufacturer)}`;
  return `${manufacturer} does not know '${identifier}'. Check it against the label: 0 and O, 1 and I, 8 and B are easily confused.`;
}

function demoAdvice(identifier: string, manufacturer: string): string {
  if (manufacturer === 'Dell') return `Add Dell credentials to look up ${identifier}.`;
  return `It knows only its own ${manufacturer} devices, and ${identifier} is none of them.`;
}

function toEntitlements(
  rows: readonly VendorEntitlement[],
  cover: Coverage,
  provider: string,
): Entitlement[] {
  return rows.map((row, at) => ({
    entitlementType: row.type,
    startDate: startDateOf(row.startsAt),
    endDate: endDateOf(row.endsAt),
    serviceLevelDescription: row.level,
    provider,
    counted: cover.rows[at]?.counted ?? false,
    leftOutBecause: cover.rows[at]?.leftOutBecause ?? null,
  }));
}

function toHardware(device: Hardware): Hardware {
  return {
    serviceTag: device.serviceTag,
    productCode: device.productCode,
    productLineDescription: device.productLineDescription,
    productFamily: device.productFamily,
    shipDate: startDateOf(device.shipDate),
    localChannel: device.localChannel,
    productLobDescription: device.productLobDescription,
    countryCode: device.countryCode,
    systemDescription: device.systemDescription,
  };
}

/** Where the vendor's own people look; only Dell's page takes the tag along. */
function vendorPage({ identifier, manufacturer }: LookupTarget): string | null {
  if (manufacturer === 'Lenovo') return 'https://pcsupport.lenovo.com/us/en/warranty-lookup';
  if (manufacturer === 'HP') return 'https://support.hp.com/us-en/check-warranty';
  if (manufacturer !== 'Dell') return null;
  return `https://www.dell.com/support/home/en-us/product-support/servicetag/${encodeURIComponent(identifier)}/overview`;
}
