import type { Registry } from 'prom-client';
import type { Feature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import { createFilePredictors } from './file-predictors.ts';
import { createPredictorPool, type PredictorsOptions } from './predictor-pool.ts';
import { purchaseDateRoutes } from './purchase-date.routes.ts';
import { createPurchaseDateService, type PurchaseDateServiceDeps } from './purchase-date.service.ts';
import { createPredictionMetrics } from './purchase-date-metrics.ts';

const idleSeconds = 5 * 60;
/** A user waits for each of them, and none takes longer than an ordinary request. */
const singles = {
  name: 'single',
  threads: 1,
  maxQueueLength: 64,
  seconds: 20,
  maxMemoryMb: 256,
  niceness: 0,
};

export interface PurchaseDateDeps extends Omit<PurchaseDateServiceDeps, 'predictors'> {
  files: { threads: number; seconds: number; maxMemoryMb: number };
  registry: Registry;
  log: Log;
}

/** Public API of the purchase date feature: predicts when assets were bought. */
export function createPurchaseDate({ files, registry, log, ...deps }: PurchaseDateDeps): Feature {
  const metricsOf = createPredictionMetrics(registry);
  const startPool = (limits: Omit<PredictorsOptions, 'idleSeconds' | 'log' | 'metrics'>) =>
    createPredictorPool({ ...limits, idleSeconds, log, metrics: metricsOf(limits.name) });
  const predictors = {
    single: startPool(singles),
    files: createFilePredictors({ ...files, startPool }),
  };
  const service = createPurchaseDateService({ ...deps, predictors });
  return {
    routes: purchaseDateRoutes(service),
    async stop() {
      await Promise.all([predictors.single.stop(), predictors.files.stop()]);
    },
  };
}
