import type { VendorAnswer } from './outcome.ts';
import type { Send } from './send.ts';

/** Common interface of the vendor APIs. */
export interface Connector {
  /**
   * Returns an answer for every requested serial, matched by serial and never by position. Rejects with `VendorError` if
   * the vendor has no answer for any of them.
   */
  lookup(serials: readonly string[]): Promise<Map<string, VendorAnswer>>;
  /** The cheapest real call that needs the keys. Rejects with `VendorError` if they do not work. */
  checkKeys(): Promise<void>;
}

export interface ConnectorOptions<Keys> {
  send: Send;
  /** Scheme and host of the vendor or of the simulator. */
  baseUrl: string;
  keys: Keys;
  now: () => number;
}

export interface ClientKeys {
  clientId: string;
  clientSecret: string;
}

export interface ApiKey {
  apiKey: string;
}
