import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Bucket bounds of OpenTelemetry's `http.server.request.duration`. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** All metrics of the process, in base units and with low cardinality. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requestDuration = new Histogram({
    name: 'warranty_http_request_duration_seconds',
    help: 'Time to reply to a request. `http_route` is the pattern of its path, `/*` for pages and built files, or `unknown`.',
    labelNames: ['http_route', 'http_request_method', 'http_response_status_code'],
    buckets: requestBuckets,
    registers,
  });
  const labelled = new Map<string, Histogram.Internal<string>>();

  return {
    registry,
    jobsRecovered: new Counter({
      name: 'warranty_jobs_recovered_total',
      help: 'Jobs that were retried, or recovered from an unresponsive worker.',
      labelNames: ['job_name'],
      registers,
    }),
    jobsFenced: new Counter({
      name: 'warranty_jobs_fenced_total',
      help: 'Results that were discarded because a newer attempt superseded them.',
      labelNames: ['job_name'],
      registers,
    }),

    observeRequest(method: string, route: string, status: number, seconds: number): void {
      const key = `${method} ${route} ${status}`;
      let histogram = labelled.get(key);
      if (histogram === undefined) {
        histogram = requestDuration.labels(route, method, String(status));
        labelled.set(key, histogram);
      }
      histogram.observe(seconds);
    },
  };
}
