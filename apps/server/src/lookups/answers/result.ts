import { vendorNamed } from '@warranty/contracts/vendors';
import { noHardware, type WarrantyResult } from '@warranty/contracts/warranty';
import { type Coverage, type EntitlementRow, resolveCoverage } from '@warranty/domain/entitlements';
import { endDateOf, startDateOf, statusAt } from '@warranty/domain/warranty-dates';
import { AppError } from '../../platform/http/app-error.ts';
import { toHardware } from './hardware.ts';
import type { CachedAnswer } from './records.store.ts';

export interface LookupTarget {
  /** The serial that was looked up. */
  identifier: string;
  manufacturer: string;
  manufacturerEvidence: string;
}

export interface LookupAnswer extends CachedAnswer {
  /** The vendor could not be reached; this is its last known answer. */
  stale: boolean;
}

/** Set if answers come from sample data; `samples` are the devices offered to try. */
export interface Demo {
  samples: ReadonlySet<string>;
}

export const coverKindOf = (manufacturer: string | null) =>
  vendorNamed(manufacturer)?.coverKind ?? 'warranty';

/** Computes dates and status at read time, so that a cached answer stays correct as it ages. */
export function toResult(
  asked: LookupTarget,
  answered: LookupAnswer,
  demo: Demo | null,
  now: Date,
): WarrantyResult {
  const { answer } = answered;
  if (answer.kind === 'ambiguous') throw ambiguousError(asked, answer.missing);
  const entitlements = answer.kind === 'found' ? answer.entitlements : [];
  const coverKind = coverKindOf(asked.manufacturer);
  const cover = resolveCoverage(entitlements, coverKind);
  return {
    modelNumber: asked.identifier,
    manufacturer: asked.manufacturer,
    manufacturerEvidence: asked.manufacturerEvidence,
    coverKind,
    status: statusAt(cover.endsAt, now),
    noCoverage: answer.kind === 'found' && entitlements.length === 0,
    ...(answer.kind === 'not-known' ? { error: notKnownMessage(asked, demo) } : {}),
    startDate: startDateOf(cover.startsAt),
    endDate: endDateOf(cover.endsAt),
    endsAt: cover.endsAt,
    serviceLevel: cover.level,
    description: answer.kind === 'found' ? cover.reason : null,
    allEntitlements: toEntitlements(entitlements, cover, asked.manufacturer),
    hardware: answer.kind === 'found' ? toHardware(answer.device) : noHardware,
    source: {
      vendor: asked.manufacturer,
      checkedAt: answered.checkedAt.toISOString(),
      stale: answered.stale,
      demo: demo !== null,
      page: demo ? null : vendorPage(asked),
    },
  };
}

export function ambiguousError({ identifier, manufacturer }: LookupTarget, missing: string): AppError {
  const example = identifier + (vendorNamed(manufacturer)?.serial.qualifier ?? '');
  return new AppError('serial_ambiguous', {
    values: { vendor: manufacturer, input: identifier, missing, example },
  });
}

export function notKnownMessage({ identifier, manufacturer }: LookupTarget, demo: Demo | null): string {
  if (demo && !demo.samples.has(identifier))
    return `This server is in demo mode. ${demoAdvice(identifier, manufacturer)}`;
  return vendorNamed(manufacturer)?.notKnown.replace('{serial}', () => identifier) ?? '';
}

function demoAdvice(identifier: string, manufacturer: string): string {
  if (manufacturer === 'Dell') return `Add Dell credentials to look up ${identifier}.`;
  return `${identifier} is not one of its ${manufacturer} sample devices.`;
}

function toEntitlements(rows: readonly EntitlementRow[], cover: Coverage, manufacturer: string) {
  const provider = vendorNamed(manufacturer)?.provider ?? manufacturer;
  return rows.map((row, index) => ({
    entitlementType: row.type,
    startDate: startDateOf(row.startsAt),
    endDate: endDateOf(row.endsAt),
    serviceLevelDescription: row.level,
    provider,
    counted: cover.rows[index]?.counted ?? false,
    leftOutBecause: cover.rows[index]?.leftOutBecause ?? null,
  }));
}

/** The vendor's public page about the device. */
function vendorPage({ identifier, manufacturer }: LookupTarget): string | null {
  const page = vendorNamed(manufacturer)?.supportPage;
  return page?.replace('{serial}', () => encodeURIComponent(identifier)) ?? null;
}
