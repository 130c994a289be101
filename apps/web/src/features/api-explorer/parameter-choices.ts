import type { DiscoverySummary } from '@warranty/contracts/agents';
import type { CatalogParameter } from '@warranty/contracts/api-explorer';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { ParameterValues } from '../../lib/api/endpoint-request.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import { formatTime } from '../../lib/format/format-time.ts';

/** A value that a parameter can have, with its name; the name is blank if the value says enough. */
export interface Choice {
  value: string;
  name: string;
}

/** What the user can be offered, as far as it is loaded. */
export interface OwnThings {
  runs: readonly Pick<BulkRun, 'id' | 'fileName' | 'createdAt' | 'totalRows'>[];
  scans: readonly Pick<DiscoverySummary, 'id' | 'hostname' | 'agentId' | 'scanTimestamp' | 'deviceCount'>[];
}

/** More rows are typed; a list of all of them would be too long to choose from. */
const maxRowChoices = 50;

/** The lists that an endpoint's parameters are chosen from. */
export function listsNeeded(parameters: readonly CatalogParameter[]): { runs: boolean; scans: boolean } {
  const has = (...names: string[]) => parameters.some(({ name }) => names.includes(name));
  return { runs: has('runId', 'progressId'), scans: has('sessionId') };
}

export function choicesFor(
  { name, choices }: CatalogParameter,
  values: ParameterValues,
  { runs, scans }: OwnThings,
  now: Date,
): Choice[] {
  switch (name) {
    case 'runId':
    case 'progressId':
      return runs.map(({ id, fileName, createdAt, totalRows }) => ({
        value: id,
        name: [
          fileName || 'Run without a file name',
          formatTime(createdAt, now),
          formatCount(totalRows, 'row'),
        ].join(', '),
      }));
    case 'sessionId':
      return scans.map(({ id, hostname, agentId, scanTimestamp, deviceCount }) => ({
        value: id,
        name: [hostname || agentId, formatTime(scanTimestamp, now), formatCount(deviceCount, 'device')].join(
          ', ',
        ),
      }));
    case 'row':
      return rowChoices(runs.find(({ id }) => id === values.runId?.trim())?.totalRows ?? 0);
    default:
      return (choices ?? []).map((value) => ({ value, name: '' }));
  }
}

function rowChoices(totalRows: number): Choice[] {
  return Array.from({ length: Math.min(totalRows, maxRowChoices) }, (_, index) => ({
    value: String(index + 1),
    name: `Row ${index + 1} of ${totalRows}`,
  }));
}
