import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import { writeDiscovery } from './discovery-reply.ts';
import { readScan } from './prepare-scan.ts';
import type { ScanTasks } from './scan-tasks.ts';

// The program of a thread for scans of thousands of devices, so that requests are answered meanwhile. It has no
// connection to anything and keeps nothing between two tasks.

const encoder = new TextEncoder();

serveTasks<ScanTasks>({
  readScan: (text) => ({ output: readScan(text) }),
  writeDiscovery(parts) {
    const bytes = encoder.encode(writeDiscovery(parts));
    return { output: bytes, transfer: [bytes.buffer] };
  },
});
