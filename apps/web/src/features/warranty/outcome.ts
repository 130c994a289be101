import { RequestError } from '@warranty/contracts/core/client';
import type { ErrorCode } from '@warranty/contracts/core/errors';
import { noHardware, type WarrantyResult } from '@warranty/contracts/warranty';
import { detectManufacturer } from '@warranty/domain/detect-manufacturer';
import { readIdentifier } from '@warranty/domain/identifiers';
import { suggestManufacturer } from '@warranty/domain/suggest-manufacturer';
import { replyMessageOr } from '../../lib/api/error-text.ts';
import { verdictFor } from '../../shared/warranty/verdict.ts';
import type { LookupFields } from './use-lookup-fields.ts';

export interface LookupRequest extends LookupFields {
  refresh?: boolean;
}

/**
 * Why this manufacturer is shown. `likely`: the serial's format suggests it, and the user is prompted. `assumed`: it is
 * unknown, so the default is shown and labeled as such.
 */
type ManufacturerBasis = 'known' | 'likely' | 'assumed';

/** The outcome of a lookup. A failed one has a result too: status unknown, with the error. */
export interface Outcome {
  request: LookupRequest;
  result: WarrantyResult;
  manufacturerBasis: ManufacturerBasis;
  code?: ErrorCode | undefined;
  /** Set if the server could not be reached: whether the lookup is saved in this browser, to be sent later. */
  offline?: 'saved' | 'not saved';
  /** Set if a refresh failed or returned nothing newer. */
  notice?: { failed: boolean; text: string };
}

const otherFailure = 'Failed to retrieve warranty information. Please check the model number and try again.';

/** The chosen manufacturer, otherwise the one detected from the model number. */
function detectedManufacturer({ modelNumber, manufacturer }: LookupRequest): string | null {
  if (manufacturer) return manufacturer;
  const read = readIdentifier(modelNumber);
  if (read.kind === 'empty' || read.kind === 'placeholder' || read.kind === 'other') return null;
  return detectManufacturer(read.kind === 'model' ? { model: read.text } : { identifier: read.value })
    .manufacturer;
}

function manufacturerOf(request: LookupRequest): [name: string, basis: ManufacturerBasis] {
  const detected = detectedManufacturer(request);
  if (detected !== null) return [detected, 'known'];
  const likely = suggestManufacturer(request.modelNumber);
  return likely === null ? ['Dell', 'assumed'] : [likely, 'likely'];
}

export function failedOutcome(request: LookupRequest, error: unknown): Outcome {
  const code = error instanceof RequestError ? error.code : undefined;
  return { ...withoutResult(request, replyMessageOr(error, otherFailure, {})), code };
}

const notSent = 'There is no connection to the server, so this lookup was not sent.';
const offlineTexts = {
  saved: `${notSent} It is saved in this browser, and you can send it when the connection is back.`,
  'not saved': `${notSent} Try again when the connection is back.`,
};

export function offlineOutcome(request: LookupRequest, offline: 'saved' | 'not saved'): Outcome {
  return { ...withoutResult(request, offlineTexts[offline]), offline };
}

function withoutResult(request: LookupRequest, error: string): Outcome {
  const [manufacturer, manufacturerBasis] = manufacturerOf(request);
  return {
    request,
    manufacturerBasis,
    result: {
      modelNumber: request.modelNumber,
      manufacturer,
      manufacturerEvidence: '',
      coverKind: 'warranty',
      status: 'unknown',
      noCoverage: false,
      error,
      startDate: null,
      endDate: null,
      endsAt: null,
      serviceLevel: null,
      description: null,
      allEntitlements: [],
      hardware: noHardware,
      source: null,
    },
  };
}

/** A refresh never removes a result: if it fails or returns nothing newer, the previous result stays, with a notice. */
export function afterLookup(before: Outcome | null, next: Outcome): Outcome {
  if (!next.request.refresh || !before) return next;
  if (next.result.error) {
    return { ...before, notice: { failed: true, text: next.result.error } };
  }
  if (next.result.source?.checkedAt !== before.result.source?.checkedAt) return next;
  return {
    ...next,
    notice: { failed: false, text: 'Already up to date. You can refresh a device once every 5 minutes.' },
  };
}

/** A result in one sentence, for screen readers. */
export function announcementFor({ result, offline }: Outcome, now: Date): string {
  if (offline && result.error) return result.error;
  if (result.error !== undefined) return `Lookup failed. ${result.error}`;
  return `${result.manufacturer} ${result.modelNumber}: ${verdictFor(result, now)}.`;
}
