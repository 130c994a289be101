import type { VendorEntitlement } from '@warranty/connectors/outcome';
import type { Entitlement, Hardware, WarrantyResult } from '@warranty/contracts/warranty';
import { type Cover, decideCover } from '@warranty/domain/entitlements';
import { endDateOf, startDateOf, statusAt } from '@warranty/domain/warranty-dates';
import type { KeptAnswer } from './records.store.ts';

export interface Asked {
  /** As it was looked up. */
  identifier: string;
  maker: string;
  makerEvidence: string;
}

export interface Answered {
  answer: KeptAnswer;
  checkedAt: Date;
  /** The vendor did not answer now; this is what it said last. */
  stale: boolean;
}

/** Answers come from sample data, of which these devices are offered to try. */
export interface Demo {
  samples: ReadonlySet<string>;
}

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

/** The vendor's answer as people read it: decided anew each time, so that a kept answer ages rightly. */
export function toResult(asked: Asked, answered: Answered, demo: Demo | null, now: Date): WarrantyResult {
  const { answer } = answered;
  const entitlements = answer.kind === 'found' ? answer.entitlements : [];
  const cover = decideCover(entitlements);
  return {
    modelNumber: asked.identifier,
    manufacturer: asked.maker,
    manufacturerEvidence: asked.makerEvidence,
    status: statusAt(cover.endsAt, now),
    ...(answer.kind === 'not-known' ? { error: notKnown(asked, demo) } : {}),
    startDate: startDateOf(cover.startsAt),
    endDate: endDateOf(cover.endsAt),
    endsAt: cover.endsAt,
    serviceLevel: cover.level,
    description: answer.kind === 'found' ? cover.reason : null,
    allEntitlements: toEntitlements(entitlements, cover, asked.maker),
    hardware: answer.kind === 'found' ? { ...toHardware(answer.device) } : noHardware,
    source: {
      vendor: asked.maker,
      checkedAt: answered.checkedAt.toISOString(),
      stale: answered.stale,
      demo: demo !== null,
      page: demo ? null : vendorPage(asked),
    },
  };
}

function notKnown({ identifier, maker }: Asked, demo: Demo | null): string {
  if (demo && !demo.samples.has(identifier))
    return `This installation runs on sample data. Add Dell credentials to look up ${identifier}.`;
  return `${maker} does not know '${identifier}'. Check it against the label: 0 and O, 1 and I, 8 and B are easily confused.`;
}

function toEntitlements(rows: readonly VendorEntitlement[], cover: Cover, provider: string): Entitlement[] {
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

function vendorPage({ identifier }: Asked): string {
  return `https://www.dell.com/support/home/en-us/product-support/servicetag/${encodeURIComponent(identifier)}/overview`;
}
