import type { Registry } from 'prom-client';
import type { Log } from '../../platform/log.ts';
import { createPredictors } from './predictors.ts';
import { purchaseDateRoutes } from './purchase-date.routes.ts';
import { createPurchaseDateService, type PurchaseDateServiceDeps } from './purchase-date.service.ts';
import { createPredictionMetrics } from './purchase-date-metrics.ts';

const idleSeconds = 5 * 60;
const singles = { threads: 1, mostWaiting: 64, seconds: 20, mostMemoryMb: 256 };
/** Each holds its rows while it waits. */
const mostWaitingFiles = 4;

export interface PurchaseDateDeps extends Omit<PurchaseDateServiceDeps, 'predictors'> {
  files: { threads: number; seconds: number; mostMemoryMb: number };
  registry: Registry;
  log: Log;
}

/** The front door: when assets were bought. */
export function createPurchaseDate({ files, registry, log, ...deps }: PurchaseDateDeps) {
  const metricsOf = createPredictionMetrics(registry);
  const start = (name: string, limits: typeof singles) =>
    createPredictors({ name, ...limits, idleSeconds, log, metrics: metricsOf(name) });
  const predictors = {
    single: start('single', singles),
    files: start('files', { ...files, mostWaiting: mostWaitingFiles }),
  };
  const service = createPurchaseDateService({ ...deps, predictors });
  return {
    routes: purchaseDateRoutes(service),
    async stop() {
      await Promise.all([predictors.single.stop(), predictors.files.stop()]);
    },
  };
}
