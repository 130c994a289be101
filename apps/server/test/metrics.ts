import type { Server } from '../../../harness/processes.ts';

export interface PublishedMetric {
  name: string;
  type: string;
  help: string;
  labels: string[];
}

/** What a process publishes for Prometheus. */
export async function readMetrics({ internalUrl }: Pick<Server, 'internalUrl'>): Promise<string> {
  const response = await fetch(`${internalUrl}/metrics`);
  if (!response.ok) throw new Error(`/metrics returned ${response.status}`);
  return response.text();
}

/** The metrics in the text, with the labels of those that have a value. */
export function listMetrics(text: string): PublishedMetric[] {
  return Array.from(
    text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm),
    ([, name = '', help = '', type = '']) => {
      const values = text.matchAll(new RegExp(`^${name}(?:_bucket|_count|_sum)?\\{(.*)\\} `, 'gm'));
      const labels = Array.from(values, ([, pairs = '']) =>
        Array.from(pairs.matchAll(/(\w+)="/g), ([, label = '']) => label),
      );
      return { name, type, help, labels: [...new Set(labels.flat())] };
    },
  );
}
