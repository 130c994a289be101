import type { DiscoveryParts } from './discovery-reply.ts';
import type { ReadScan } from './prepare-scan.ts';

/** Tasks that run in threads, because they take long with thousands of devices. */
export type ScanTasks = {
  /** Takes the text of a request body. */
  readScan: { input: string; output: ReadScan };
  /** Returns the bytes of a reply. */
  writeDiscovery: { input: DiscoveryParts; output: Uint8Array };
};
