/** How a connector reaches its vendor: the server's one guarded door, handed in. */
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

/** Rejects with `SendError` when no whole reply came. */
export type Send = (request: VendorRequest) => Promise<VendorReply>;

export class SendError extends Error {
  /** In a few words, for people: "no answer within 15 seconds". */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`the vendor could not be reached: ${reason}`, { cause });
    this.name = 'SendError';
    this.reason = reason;
  }
}
