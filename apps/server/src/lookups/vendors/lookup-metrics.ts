import { vendors } from '@warranty/contracts/vendors';
import type { Registry } from 'prom-client';
import type { Db } from '../../platform/db/database.ts';
import { createMeters } from '../../platform/meters.ts';
import { countOpenCircuits } from './open-circuits.store.ts';

export type LookupMetrics = ReturnType<typeof createLookupMetrics>;

export function createLookupMetrics(registry: Registry, db: Db) {
  const { counter, gauge, histogram } = createMeters(registry);
  const lookups = counter('warranty_lookups_total', 'Lookups.', ['vendor', 'outcome']);
  const duration = histogram(
    'warranty_vendor_request_duration_seconds',
    'Time a vendor took to answer.',
    ['vendor', 'outcome'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
  );
  const throttled = counter(
    'warranty_vendor_throttled_total',
    'Calls that were throttled by the vendor or by our own rate limit.',
    ['vendor'],
  );
  gauge(
    'warranty_vendor_circuits_open',
    "Credentials whose circuit breaker is open: the server's own (`system`) or those of users (`own`).",
    ['vendor', 'credentials'],
    async (set) => {
      const open = await countOpenCircuits(db);
      for (const { id, name } of vendors) {
        for (const credentials of ['system', 'own'] as const) {
          const found = open?.find((each) => each.vendorId === id && each.credentials === credentials);
          set(open ? (found?.count ?? 0) : Number.NaN, { vendor: name, credentials });
        }
      }
    },
  );
  return {
    countLookup: (vendor: string, outcome: string) => lookups.inc({ vendor, outcome }),
    observeCall: (vendor: string, outcome: string, seconds: number) =>
      duration.observe({ vendor, outcome }, seconds),
    countThrottled: (vendor: string) => throttled.inc({ vendor }),
  };
}
