import type { ErrorCode } from '@warranty/contracts/core/errors';
import { vendors } from '@warranty/contracts/vendors';
import type { Outcome } from './outcome.ts';

/** The server gives the same answer until the input, the keys or the day change. */
const lastingProblems: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  ...(['invalid_request', 'needs_serial', 'not_a_serial', 'placeholder_identifier'] as const),
  ...(['maker_unknown', 'maker_not_supported', 'serial_ambiguous', 'vendor_without_lookup'] as const),
  ...(['vendor_keys_missing', 'daily_limit_reached'] as const),
]);

const keyProblems: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  ...([
    'vendor_keys_missing',
    'vendor_keys_refused',
    'vendor_without_lookup',
    'daily_limit_reached',
  ] as const),
]);

/** What can be done about a failed lookup. */
export function nextStepsFor({ request, result, manufacturerBasis, code }: Outcome) {
  /** The vendor does not know the device, which it repeats for an hour. */
  const isNotKnown = code === undefined && result.source !== null;
  const isManufacturerUnknown = code === 'maker_unknown';
  const isOpen = isManufacturerUnknown || (isNotKnown && request.manufacturer === '');
  /** The manufacturer that the serial number suggests, to confirm. */
  const likelyManufacturer =
    isManufacturerUnknown && manufacturerBasis === 'likely' ? result.manufacturer : null;
  const tried = isNotKnown ? result.manufacturer : likelyManufacturer;
  return {
    /** The same lookup may succeed now. */
    canRetry: !isNotKnown && !lastingProblems.has(code),
    likelyManufacturer,
    /** Other manufacturers that the device may be of; empty if that is not the problem. */
    manufacturers: isOpen ? vendors.map(({ name }) => name).filter((name) => name !== tried) : [],
    /** The user's own keys would help. */
    needsKeys: keyProblems.has(code),
  };
}
