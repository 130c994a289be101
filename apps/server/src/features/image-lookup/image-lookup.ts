import type { Registry } from 'prom-client';
import type { Feature } from '../../platform/feature.ts';
import { imageLookupRoutes } from './image-lookup.routes.ts';
import { createImageLookupService, type ImageLookupServiceDeps } from './image-lookup.service.ts';
import { createReadersMetrics } from './image-lookup-metrics.ts';
import { createReaderPool } from './reader-pool.ts';
import type { ReaderLimits } from './reader-process.ts';
import { createReaderSandbox, type SandboxMode } from './reader-sandbox.ts';

const maxQueueLength = 16;
const idleSeconds = 5 * 60;

export interface ImageLookupDeps extends Omit<ImageLookupServiceDeps, 'readers'> {
  readers: ReaderLimits & { count: number; sandbox: SandboxMode };
  registry: Registry;
}

/** Public API of the image lookup feature: reads the label in a photo and looks up the device's coverage. */
export function createImageLookup({
  readers: { sandbox: mode, ...limits },
  registry,
  ...deps
}: ImageLookupDeps): Feature {
  const metrics = createReadersMetrics(registry);
  const sandbox = createReaderSandbox(mode, deps.log);
  const readers = createReaderPool({
    ...limits,
    findSandbox: sandbox.find,
    maxQueueLength,
    idleSeconds,
    log: deps.log,
    metrics,
  });
  const service = createImageLookupService({ ...deps, readers });
  return { routes: imageLookupRoutes(service), start: sandbox.start, stop: readers.stop };
}
