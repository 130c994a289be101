import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { GatesStore } from './gates.store.ts';
import type { VendorCallMetrics } from './vendor-calls.ts';

export interface WarrantyMetrics extends VendorCallMetrics {
  countLookup(vendor: string, outcome: string): void;
}

export function createWarrantyMetrics(registry: Registry, gates: GatesStore): WarrantyMetrics {
  const registers = [registry];
  const lookups = new Counter({
    name: 'warranty_lookups_total',
    help: 'Lookups, by outcome',
    labelNames: ['vendor', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'warranty_vendor_request_duration_seconds',
    help: 'Time a vendor took to answer',
    labelNames: ['vendor', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
    registers,
  });
  const throttled = new Counter({
    name: 'warranty_vendor_throttled_total',
    help: 'Calls throttled by the vendor or by our own rate limit',
    labelNames: ['vendor'],
    registers,
  });
  new Gauge({
    name: 'warranty_vendor_circuit_state',
    help: "1 while the vendor's circuit breaker is open",
    labelNames: ['vendor'],
    registers,
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
