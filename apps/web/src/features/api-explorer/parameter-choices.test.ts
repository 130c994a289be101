import type { CatalogParameter } from '@warranty/contracts/api-explorer';
import { describe, expect, it } from 'vitest';
import { choicesFor, listsNeeded, type OwnThings } from './parameter-choices.ts';

const parameter = (name: string, choices?: string[]): CatalogParameter => ({
  name,
  type: 'string',
  required: false,
  description: '',
  ...(choices && { choices }),
});
const now = new Date(2026, 10, 17, 12);
const own: OwnThings = {
  runs: [
    {
      id: 'run-1',
      fileName: 'laptops.csv',
      createdAt: new Date(2026, 10, 17, 9, 5).toISOString(),
      totalRows: 3,
    },
    { id: 'run-2', fileName: null, createdAt: new Date(2026, 10, 3, 16, 40).toISOString(), totalRows: 1 },
  ],
  scans: [
    {
      id: 'scan-1',
      hostname: 'leeds-01',
      agentId: 'agent-7',
      scanTimestamp: new Date(2026, 10, 16, 8).toISOString(),
      deviceCount: 48,
    },
  ],
};
const choices = (name: string, values = {}, things = own) => choicesFor(parameter(name), values, things, now);

describe('the choices of a parameter', () => {
  it.each(['runId', 'progressId'])('are the stored runs for %s, by file and time', (name) => {
    expect(choices(name)).toEqual([
      { value: 'run-1', name: 'laptops.csv, 09:05, 3 rows' },
      { value: 'run-2', name: 'Run without a file name, 16:40 on 3 Nov, 1 row' },
    ]);
  });

  it('are the scans, by host or agent', () => {
    expect(choices('sessionId')).toEqual([
      { value: 'scan-1', name: 'leeds-01, 08:00 on 16 Nov, 48 devices' },
    ]);
    const unnamed = { ...own, scans: own.scans.map((scan) => ({ ...scan, hostname: null })) };
    expect(choices('sessionId', {}, unnamed)[0]?.name).toContain('agent-7');
  });

  it('are the first rows of the chosen run', () => {
    expect(choices('row')).toEqual([]);
    expect(choices('row', { runId: ' run-1 ' }).map(({ value }) => value)).toEqual(['1', '2', '3']);
    const long = { ...own, runs: own.runs.map((run) => ({ ...run, totalRows: 1_000_000 })) };
    expect(choices('row', { runId: 'run-1' }, long)).toHaveLength(50);
  });

  it('are the allowed values, or none', () => {
    expect(choicesFor(parameter('filter', ['active', 'failed']), {}, own, now)).toEqual([
      { value: 'active', name: '' },
      { value: 'failed', name: '' },
    ]);
    expect(choices('search')).toEqual([]);
  });
});

it('loads only the lists that an endpoint needs', () => {
  expect(listsNeeded([parameter('runId'), parameter('limit')])).toEqual({ runs: true, scans: false });
  expect(listsNeeded([parameter('sessionId')])).toEqual({ runs: false, scans: true });
  expect(listsNeeded([])).toEqual({ runs: false, scans: false });
});
