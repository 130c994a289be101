import type { VendorAnswer } from './outcome.ts';
import type { Send } from './send.ts';

/** One vendor's API, as everything else sees it. */
export interface Connector {
  /**
   * What the vendor says about each serial, matched by serial and never by position; every serial asked for has an
   * answer. Rejects with `VendorError` when the vendor says nothing about any of them.
   */
  lookup(serials: readonly string[]): Promise<Map<string, VendorAnswer>>;
  /** The cheapest real call that needs the keys. Rejects with `VendorError` when they do not work. */
  checkKeys(): Promise<void>;
}

export interface ConnectorOptions<Keys> {
  send: Send;
  /** Scheme and host: the vendor's own, or where the simulator listens. */
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
