import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { agentScan } from './agent-scan.ts';

const golden = JSON.parse(
  await readFile(new URL('./agent-scan.golden.json', import.meta.url), 'utf8'),
) as Record<string, unknown> & { devices: object[] };

describe('the payload that every agent writes', () => {
  it('is taken as it is, with nothing lost', () => {
    expect(agentScan.parse(golden)).toEqual(golden);
  });

  it('may say more than we know: a newer agent is still understood', () => {
    const newer = {
      ...golden,
      scan_id: 'x',
      devices: golden.devices.map((each) => ({ ...each, color: 'red' })),
    };
    expect(agentScan.parse(newer)).toEqual(golden);
  });
});
