import { type AskedWorker, askWorker } from '../../lib/worker-questions.ts';
import type { AssetQuestions } from './asset-messages.ts';

/** Assets and their predictions, held by a worker of their own. */
export type AssetFile = AskedWorker<AssetQuestions>;

export function openAssetFile(): AssetFile {
  return askWorker(new Worker(new URL('./assets.worker.ts', import.meta.url), { type: 'module' }));
}
