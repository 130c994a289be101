import type { Hardware } from '@warranty/contracts/warranty';
import type { EntitlementRow } from '@warranty/domain/entitlements';

/** Device details other than its coverage. The ship date is as the vendor sent it. */
export interface VendorDevice extends Hardware {
  serviceTag: string;
}

/** A vendor's answer for one identifier. A device without coverage is `found` with no entitlements. */
export type VendorAnswer =
  | { kind: 'found'; device: VendorDevice; entitlements: EntitlementRow[] }
  | { kind: 'not-known' }
  /** The serial alone matches several devices; `missing` names what would distinguish them: "machine type". */
  | { kind: 'ambiguous'; missing: string }
  | { kind: 'unexpected' };

export type FailureKind = 'key-refused' | 'busy' | 'unreachable' | 'unexpected';

/** Why a call returned no answer for any of its serials. */
export class VendorError extends Error {
  readonly kind: FailureKind;
  /** A short reason for users; never the vendor's own text. */
  readonly reason: string;
  /** Thrown by our own gate; the vendor was not called. */
  readonly isLocalLimit: boolean;
  /** For `busy`: how long the vendor asks us to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: FailureKind,
    reason: string,
    options: { retryAfterSeconds?: number; isLocalLimit?: boolean; cause?: unknown } = {},
  ) {
    super(`${kind}: ${reason}`, { cause: options.cause });
    this.name = 'VendorError';
    this.kind = kind;
    this.reason = reason;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isLocalLimit = options.isLocalLimit ?? false;
  }
}
