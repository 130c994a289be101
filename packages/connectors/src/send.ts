/** A request to a vendor. Connectors send it through the server's guarded HTTP client, which is passed in. */
export interface VendorRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

export interface VendorReply {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

/** Rejects with `SendError` if there was no complete reply. */
export type Send = (request: VendorRequest) => Promise<VendorReply>;

export class SendError extends Error {
  /** A short reason for users, for example a timeout. */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`the vendor could not be reached: ${reason}`, { cause });
    this.name = 'SendError';
    this.reason = reason;
  }
}
