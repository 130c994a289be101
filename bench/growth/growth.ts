import { parseArgs } from 'node:util';
import type { Measurement, Outcome } from '../measurement.ts';
import { measureFinishedJobs } from './finished-jobs.ts';
import { measureHeldSnapshot } from './held-snapshot.ts';
import { measureNotifications } from './notifications.ts';
import { measurePooled } from './pooled.ts';
import { measureStorage } from './storage.ts';

const options = {
  part: { type: 'string' },
  rows: { type: 'string', default: '100000' },
  jobs: { type: 'string', default: '10000000' },
  minutes: { type: 'string', default: '10' },
} as const;

type Values = { rows: string; jobs: string; minutes: string };

const parts: Record<string, (values: Values) => Promise<Outcome>> = {
  storage: ({ rows }) => measureStorage(Number(rows)),
  pooled: measurePooled,
  notifications: measureNotifications,
  'finished-jobs': ({ jobs }) => measureFinishedJobs(Number(jobs)),
  'held-snapshot': ({ minutes }) => measureHeldSnapshot(Number(minutes)),
};

/** What docs/scale.md is calculated from. It has no bars. */
export const growth: Measurement = {
  name: 'growth',
  summary: `what the database does as an installation grows --part ${Object.keys(parts).join('|')} [--rows 100000] [--jobs 10000000] [--minutes 10]`,
  async run(args) {
    const { values } = parseArgs({ args, options });
    const measure = parts[values.part ?? ''];
    if (!measure) throw new Error(`--part must be one of ${Object.keys(parts).join(', ')}`);
    const { figures, passed } = await measure(values);
    return { figures: { part: values.part ?? '', ...figures }, passed };
  },
};
