import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import { writeDiscovery } from './discovery-reply.ts';
import { readScan } from './prepare-scan.ts';
import type { ScanTasks } from './scan-tasks.ts';

// Entry point of the worker thread for scans with thousands of devices, so that the main thread can keep serving requests.
// It has no connections and keeps no state between tasks.

const encoder = new TextEncoder();

serveTasks<ScanTasks>({
  readScan: (text) => ({ output: readScan(text) }),
  writeDiscovery(parts) {
    const bytes = encoder.encode(writeDiscovery(parts));
    return { output: bytes, transfer: [bytes.buffer] };
  },
});
