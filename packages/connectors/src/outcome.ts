/** One line of cover, in the vendor's own stamps and words. */
export interface VendorEntitlement {
  type: string | null;
  startsAt: string | null;
  endsAt: string | null;
  /** Dell's service level code; null for other vendors, whose codes mean other things. */
  code: string | null;
  level: string | null;
  /** What the line is instead of what the headline dates are about, without an article: "setup support". */
  notHardware?: string;
}

/** What is known of the device besides its cover. */
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

/** What a vendor said about one identifier. A device without cover is found, with no entitlements. */
export type VendorAnswer =
  | { kind: 'found'; device: VendorDevice; entitlements: VendorEntitlement[] }
  | { kind: 'not-known' }
  /** The serial alone fits several devices; `missing` says what would tell them apart: "machine type". */
  | { kind: 'ambiguous'; missing: string }
  | { kind: 'unexpected' };

export type FailureKind = 'key-refused' | 'busy' | 'unreachable' | 'unexpected';

/** Why a vendor said nothing about any of them. */
export class VendorError extends Error {
  readonly kind: FailureKind;
  /** In a few words, for people; never the vendor's own text. */
  readonly reason: string;
  /** Raised by our own gate: the vendor was not asked. */
  readonly isLocalLimit: boolean;
  /** For `busy`: how long the vendor wants to be left alone. */
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
