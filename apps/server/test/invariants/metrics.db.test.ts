import { readFile } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { cloneDatabase, connectTo } from '../database.ts';
import { makeFolder } from '../folder.ts';
import { listMetrics, type PublishedMetric, readMetrics } from '../metrics.ts';
import { startRole } from '../running-role.ts';
import { waitUntil } from '../wait-until.ts';

const webDir = makeFolder({ 'index.html': '<!doctype html>', 'icon-1a2b3c.svg': '<svg/>' });
const database = await cloneDatabase();
const env = { DATABASE_URL: database.url, WEB_DIR: webDir, DATA_DIR: webDir, BUILD_COMMIT: 'abc1234' };
const [api, worker] = await Promise.all([startRole('api', env), startRole('worker', env)]);
for (const path of ['/', '/bulk', '/icon-1a2b3c.svg', '/livez', '/api/auth/session', '/api/none'])
  await fetch(api.url + path);
const published = [...listMetrics(await readMetrics(api)), ...listMetrics(await readMetrics(worker))];

const own = () => published.filter(({ name }) => !/^(nodejs|process)_/.test(name));
/** Other units, and what Prometheus derives. */
const wrongUnits = /_(ms|millis|milliseconds|minutes|hours|kb|mb|gb|percent|count|sum|bucket)(_|$)/;

describe('the metrics of a process', () => {
  it('have one prefix, besides those of Node', () => {
    expect(own().length).toBeGreaterThan(40);
    expect(own().filter(({ name }) => !name.startsWith('warranty_'))).toEqual([]);
  });

  it('end in _total if and only if they are counters', () => {
    const isWrong = ({ name, type }: PublishedMetric) => name.endsWith('_total') !== (type === 'counter');
    expect(own().filter(isWrong)).toEqual([]);
  });

  it('use base units', () => {
    const isTimed = ({ name, type }: PublishedMetric) => type === 'histogram' || /_(age|duration)/.test(name);
    expect(own().filter(({ name }) => wrongUnits.test(name))).toEqual([]);
    expect(own().filter((metric) => isTimed(metric) && !metric.name.endsWith('_seconds'))).toEqual([]);
  });

  it('use the same noun for the same thing, in singular or in plural', () => {
    const nouns = new Set(own().map(({ name }) => name.split('_')[1] ?? ''));
    expect([...nouns].filter((noun) => nouns.has(`${noun}s`))).toEqual([]);
  });

  it('have no label that Prometheus sets itself', () => {
    expect(
      published.filter(({ labels }) => labels.some((label) => /^(job|instance|__.*)$/.test(label))),
    ).toEqual([]);
  });

  it('are explained by sentences', () => {
    expect(own().filter(({ help }) => !/^[A-Z0-9].*\.$/.test(help))).toEqual([]);
  });

  it('name the version', async () => {
    expect(await readMetrics(worker)).toMatch(
      /^warranty_build_info\{version="[\d.]+",commit="abc1234",node_version="v24\.[\d.]+"\} 1$/m,
    );
  });
});

it('requests are counted by the route that answered', async () => {
  const counts = (await readMetrics(api)).matchAll(
    /^warranty_http_request_duration_seconds_count\{http_route="([^"]+)",http_request_method="GET",http_response_status_code="(\d+)"\} (\d+)$/gm,
  );
  expect(Array.from(counts, ([, ...count]) => count.join(' ')).sort()).toEqual([
    '/* 200 3',
    '/api/auth/session 401 1',
    '/livez 200 1',
    'unknown 404 1',
  ]);
});

const readText = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');
/** The labels that Prometheus adds to every metric, to the buckets of histograms and to alerts. */
const addedLabels = ['job', 'instance', 'le', 'alertname', 'alertstate'];

describe.each(['prometheus/alerts.yml', 'prometheus/alerts.test.yml', 'grafana/dashboard.json'])(
  'deploy/%s',
  (file) => {
    it('uses metrics that exist', async () => {
      const names = new Set(published.map(({ name }) => name));
      const used =
        (await readText(`deploy/${file}`)).match(/\b(?:warranty|nodejs|process)_[a-z0-9_]+/g) ?? [];
      const exists = (name: string) => names.has(name) || names.has(name.replace(/_(bucket|count|sum)$/, ''));
      expect(used.length).toBeGreaterThan(8);
      expect(used.filter((name) => !exists(name))).toEqual([]);
    });

    it('uses labels that exist', async () => {
      const [text, list] = await Promise.all([readText(`deploy/${file}`), readText('docs/metrics.md')]);
      const labels = new Set([...(list.match(/(?<=`)[a-z_]+(?=`)/g) ?? []), ...addedLabels]);
      const used = [
        ...(text.match(/(?<=[{,] *)[a-z_]+(?=(?:=~?|!~|!=)\\?")/g) ?? []),
        ...(text.match(/(?<=by \()[a-z_, ]+(?=\))/g) ?? []).flatMap((list) => list.split(', ')),
        ...(text.match(/(?<=\$labels\.)[a-z_]+/g) ?? []),
      ];
      expect(used.length).toBeGreaterThan(8);
      expect(used.filter((label) => !labels.has(label))).toEqual([]);
    });
  },
);

describe('while the database accepts no connections', () => {
  it('metrics are published, the check fails and the figures of the database are unknown', async () => {
    const { name } = database;
    const admin = await connectTo(inject('adminUrl'));
    await admin.query(`alter database ${name} allow_connections false`);
    try {
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      for (const server of [api, worker]) {
        await waitUntil('the check fails', async () =>
          /^warranty_ready\{check="database"\} 0$/m.test(await readMetrics(server)),
        );
        const text = await readMetrics(server);
        expect(text).toMatch(/^warranty_jobs_queued\{job_name="bulk.chunk"\} nan$/im);
        expect(text).toMatch(/^warranty_jobs_oldest_age_seconds\{job_name="bulk.chunk"\} nan$/im);
        expect(text).toMatch(/^warranty_database_size_bytes nan$/im);
        expect(text).toMatch(/^warranty_vendor_circuits_open\{vendor="Dell",credentials="system"\} nan$/im);
        expect(text).toMatch(/^warranty_ready\{check="accepting"\} 1$/m);
        expect(text).toMatch(/^warranty_disk_free_bytes [\d.e+]+$/m);
      }
    } finally {
      await admin.query(`alter database ${name} allow_connections true`);
    }
    await waitUntil('the check passes', async () =>
      /^warranty_ready\{check="database"\} 1$/m.test(await readMetrics(api)),
    );
    expect(await readMetrics(api)).toMatch(/^warranty_jobs_queued\{job_name="bulk.chunk"\} 0$/m);
  });
});
