import type { VendorError } from '@warranty/connectors/outcome';
import { AppError } from '../../platform/http/app-error.ts';

/** Turns a vendor failure into the error shown to the user. */
export function toVendorAppError(vendor: string, failure: VendorError): AppError {
  const { kind, reason, retryAfterSeconds = 30 } = failure;
  const common = { cause: failure, retryAfterSeconds };
  if (kind === 'key-refused')
    return new AppError('vendor_keys_refused', { values: { vendor }, cause: failure });
  if (kind === 'busy')
    return new AppError('vendor_busy', { values: { vendor, seconds: retryAfterSeconds }, ...common });
  if (kind === 'unexpected') return new AppError('vendor_unexpected', { values: { vendor }, ...common });
  return new AppError('vendor_unreachable', { values: { vendor, reason }, ...common });
}
