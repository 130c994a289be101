import {
  type ImageWarrantyInfo,
  type LabelReading,
  lookupLabelWarranty,
} from '@warranty/contracts/image-lookup';
import { call, isConnectionLost } from '../../../lib/api/api.ts';
import { userMessageOr } from '../../../lib/api/error-text.ts';
import { establishSession } from '../../../shared/session/session.ts';
import { noteFailedCall, noteVendorCalls } from '../../../shared/vendors/vendor-calls.ts';
import { messages, notProcessed } from '../messages.ts';

/** What to look up: the serial number, or else the model number. */
export interface LookupQuery {
  serialNumber: string;
  manufacturer: string | null;
}

export interface LabelLookupResult extends LookupQuery {
  info: ImageWarrantyInfo | null;
  /** Why there is no result. */
  error: string | null;
  /** What to try instead. */
  reason: string | null;
  /** The vendor, if this page does not look up its devices. */
  otherVendor: string | null;
  /** The server could not be reached. */
  isOffline?: boolean;
}

const processed = 'Dell';

export function toLookupQuery(reading: LabelReading): LookupQuery | null {
  const { serialNumber, modelNumber, manufacturer, suggestions } = reading;
  // A suggestion to check is more useful than a model name, for which no vendor knows a warranty.
  const identifier = serialNumber ?? (suggestions.length > 0 ? null : modelNumber);
  return identifier ? { serialNumber: identifier, manufacturer } : null;
}

function none(question: LookupQuery, error: string): LabelLookupResult {
  return { ...question, info: null, error, reason: null, otherVendor: null };
}

function ofOtherVendor(question: LookupQuery, vendor: string): LabelLookupResult {
  return { ...none(question, notProcessed(vendor)), manufacturer: vendor, otherVendor: vendor };
}

/** Never rejects: a failed lookup is returned as a result with an error. */
export async function lookUpLabel(question: LookupQuery): Promise<LabelLookupResult> {
  const { serialNumber, manufacturer } = question;
  if (manufacturer && manufacturer !== processed) return ofOtherVendor(question, manufacturer);
  try {
    await establishSession();
    const reply = await call(lookupLabelWarranty, {
      query: {},
      body: { serialNumber, ...(manufacturer && { manufacturer }) },
    });
    noteVendorCalls();
    if (!reply.warrantyInfo && reply.manufacturer && reply.manufacturer !== processed)
      return ofOtherVendor(question, reply.manufacturer);
    return {
      serialNumber: reply.serialNumber ?? serialNumber,
      manufacturer: reply.manufacturer ?? manufacturer,
      info: reply.warrantyInfo,
      error: reply.warrantyInfo ? null : (reply.error ?? messages.noWarranty),
      reason: reply.reason ?? null,
      otherVendor: null,
    };
  } catch (error) {
    if (await isConnectionLost(error)) return { ...none(question, messages.notSent), isOffline: true };
    noteFailedCall(error);
    return none(question, userMessageOr(error, messages.noWarranty));
  }
}
