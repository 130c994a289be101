import type { DiscoveryParts } from './discovery-reply.ts';
import type { ReadScan } from './prepare-scan.ts';

/** What is done in threads, because it takes long with thousands of devices. */
export type ScanTasks = {
  /** The text of a body. */
  readScan: { input: string; output: ReadScan };
  /** The bytes of a reply. */
  writeDiscovery: { input: DiscoveryParts; output: Uint8Array };
};
