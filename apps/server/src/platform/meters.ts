import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Sets the value of a gauge, for these labels. */
type SetValue<L extends string> = (value: number, labels?: Record<L, string>) => void;

/** Creates metrics in a registry. docs/metrics.md says how they are named. */
export function createMeters(registry: Registry) {
  const registers = [registry];
  /** `collect` runs when metrics are collected, so an idle process reads nothing. It must not throw. */
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    collect: (set: SetValue<L>) => void | Promise<void>,
  ) =>
    new Gauge({
      ...{ name, help, labelNames, registers },
      collect() {
        return collect((value, labels) => (labels ? this.set(labels, value) : this.set(value)));
      },
    });

  return {
    counter: <L extends string>(name: string, help: string, labelNames: L[]) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
    gauge,
    /** A gauge without labels. */
    figure: (name: string, help: string, read: () => number | Promise<number>) =>
      gauge(name, help, [], async (set) => set(await read())),
  };
}
