/** One line of coverage, with the vendor's own timestamps and wording. */
export interface VendorEntitlement {
  type: string | null;
  startsAt: string | null;
  endsAt: string | null;
  /** Dell's service level code. Null for other vendors, whose codes have other meanings. */
  code: string | null;
  level: string | null;
  /** What the line is if it does not count as main coverage, without an article: "setup support". */
  notHardware?: string;
  /** Active now, and without an end: a subscription that is renewed until it is canceled. */
  isOpenEnded?: boolean;
}

/** Device details other than its coverage. */
export interface VendorDevice {
  serviceTag: string;
  productCode: string | null;
  productLineDescription: string | null;
  productFamily: string | null;
  shipDate: string | null;
  localChannel: string | null;
  productLobDescription: string | null;
  countryCode: string | null;
  systemDescription: string | null;
}

/** A vendor's answer for one identifier. A device without coverage is `found` with no entitlements. */
export type VendorAnswer =
  | { kind: 'found'; device: VendorDevice; entitlements: VendorEntitlement[] }
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
