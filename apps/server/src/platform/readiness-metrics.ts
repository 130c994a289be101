import type { Registry } from 'prom-client';
import { createMeters } from './meters.ts';
import { type Readiness, readinessChecks } from './readiness.ts';

export function publishReadiness(registry: Registry, readiness: Readiness): void {
  createMeters(registry).gauge(
    'warranty_ready',
    '1 if the check of `/readyz` passes, 0 if it fails.',
    ['check'],
    async (set) => {
      const checked = await readiness.check();
      for (const check of readinessChecks) set(Number(checked[check] ?? Number.NaN), { check });
    },
  );
}
