import { createWorkerClient, type WorkerClient } from '../../../lib/files/worker-client.ts';
import type { AssetRequests } from './asset-messages.ts';

/** Assets and their predictions, held by a Web Worker. */
export type AssetFile = WorkerClient<AssetRequests>;

export function openAssetFile(): AssetFile {
  return createWorkerClient(new Worker(new URL('./assets.worker.ts', import.meta.url), { type: 'module' }));
}
