import { Gauge, type Registry } from 'prom-client';
import { createMeters } from '../../platform/meters.ts';
import type { GatesStore } from './gates.store.ts';
import type { VendorCallMetrics } from './vendor-calls.ts';

export interface WarrantyMetrics extends VendorCallMetrics {
  countLookup(vendor: string, outcome: string): void;
}

export function createWarrantyMetrics(registry: Registry, gates: GatesStore): WarrantyMetrics {
  const { counter, histogram } = createMeters(registry);
  const lookups = counter('warranty_lookups_total', 'Lookups, by outcome', ['vendor', 'outcome']);
  const duration = histogram(
    'warranty_vendor_request_duration_seconds',
    'Time a vendor took to answer',
    ['vendor', 'outcome'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
  );
  const throttled = counter(
    'warranty_vendor_throttled_total',
    'Calls throttled by the vendor or by our own rate limit',
    ['vendor'],
  );
  new Gauge({
    name: 'warranty_vendor_circuit_state',
    help: "1 while the vendor's circuit breaker is open",
    labelNames: ['vendor'],
    registers: [registry],
    async collect() {
      this.set({ vendor: 'Dell' }, (await gates.isOpen('system:dell')) ? 1 : 0);
    },
  });
  return {
    countLookup: (vendor, outcome) => lookups.inc({ vendor, outcome }),
    observeCall: (vendor, outcome, seconds) => duration.observe({ vendor, outcome }, seconds),
    countThrottled: (vendor) => throttled.inc({ vendor }),
  };
}
