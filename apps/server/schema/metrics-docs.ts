import type { Registry } from 'prom-client';

/** The content of docs/metrics.md. */
export async function metricsMarkdown(registry: Registry): Promise<string> {
  const typeOf = new Map((await registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
  const rows = registry
    .getMetricsAsArray()
    .filter(({ name }) => name.startsWith('warranty_'))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map((metric) => {
      const { name, help } = metric;
      const labels = 'labelNames' in metric ? (metric.labelNames as string[]) : [];
      return `| \`${name}\` | ${typeOf.get(name)} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`;
    });
  return `# Metrics

<!-- Generated from the metrics of a process by \`npm run docs\`. -->

Every process publishes its metrics for Prometheus at \`/metrics\` on \`METRICS_PORT\`. [deploy/prometheus](../deploy/prometheus)
has an example configuration and alert rules, and [deploy/grafana](../deploy/grafana) a dashboard.

Names start with \`warranty_\` and use base units (seconds, bytes). Only counters end in \`_total\`. Metrics that start with
\`nodejs_\` or \`process_\` are those of every Node process, such as its memory and the delay of its event loop.

Metrics of the queue, of the vendors' circuits and of the database's size are about the whole installation: every process publishes
the same figure, so use \`max\`, not \`sum\`. One process at a time reads them, at most every ten seconds. Figures of a database that
does not respond are \`NaN\`.

| Metric | Type | Labels | Meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}
