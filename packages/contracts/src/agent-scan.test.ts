import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { agentScan } from './agent-scan.ts';
import { agentVersion } from './agents.ts';

const golden = JSON.parse(await readFile(new URL('./agent-scan.golden.json', import.meta.url), 'utf8')) as {
  agent_info: { version: string };
  devices: object[];
};

describe('the payload that every agent writes', () => {
  it('has the version that the server offers', () => {
    expect([golden.agent_info.version, agentVersion]).toEqual(['1.2.0', 'v1.2.0']);
  });

  it('is accepted without loss of data', () => {
    expect(agentScan.parse(golden)).toEqual(golden);
  });

  it('may have unknown fields, so that a newer agent is still accepted', () => {
    const newer = {
      ...golden,
      scan_id: 'x',
      devices: golden.devices.map((each) => ({ ...each, color: 'red' })),
    };
    expect(agentScan.parse(newer)).toEqual(golden);
  });
});
