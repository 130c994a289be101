import { Counter, Histogram, type Registry } from 'prom-client';

/** Creates metrics in a registry. */
export function createMeters(registry: Registry) {
  const registers = [registry];
  return {
    counter: <L extends string>(name: string, help: string, labelNames: L[]) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}
