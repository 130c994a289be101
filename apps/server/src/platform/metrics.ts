import { collectDefaultMetrics, type Histogram, Registry } from 'prom-client';
import { createMeters } from './meters.ts';

/** Bucket bounds of OpenTelemetry's `http.server.request.duration`. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** All metrics of the process, in base units and with low cardinality. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { counter, histogram } = createMeters(registry);
  const requestDuration = histogram(
    'warranty_http_request_duration_seconds',
    'Time to reply to a request. `http_route` is the pattern of its path, `/*` for pages and built files, or `unknown`.',
    ['http_route', 'http_request_method', 'http_response_status_code'],
    requestBuckets,
  );
  const labelled = new Map<string, Histogram.Internal<string>>();

  return {
    registry,
    jobsRecovered: counter(
      'warranty_jobs_recovered_total',
      'Jobs that were retried, or recovered from an unresponsive worker.',
      ['job_name'],
    ),
    jobsFenced: counter(
      'warranty_jobs_fenced_total',
      'Results that were discarded because a newer attempt superseded them.',
      ['job_name'],
    ),

    observeRequest(method: string, route: string, status: number, seconds: number): void {
      const key = `${method} ${route} ${status}`;
      let durations = labelled.get(key);
      if (durations === undefined) {
        durations = requestDuration.labels(route, method, String(status));
        labelled.set(key, durations);
      }
      durations.observe(seconds);
    },
  };
}
