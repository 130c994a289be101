import { readDiscovery } from '@warranty/contracts/agents';
import { describe, expect, it } from 'vitest';
import { sampleDiscovery } from './sample-discovery.ts';

const now = new Date('2026-11-18T09:00:00.000Z');
const samples = [
  { identifier: 'LEN0001', manufacturer: 'Lenovo', label: 'active' },
  { identifier: 'ACTV123', manufacturer: 'Dell', label: 'active' },
  { identifier: 'EXPD123', manufacturer: 'Dell', label: 'expired' },
];
const serialsOf = (demo: boolean) =>
  sampleDiscovery({ demo, samples }, now).devices.flatMap(({ serial }) => serial ?? []);

describe('the sample scan', () => {
  it('is a scan like those of agents', () => {
    const { schema } = readDiscovery.reply;
    expect(schema.safeParse(sampleDiscovery({ demo: true, samples }, now)).error).toBeUndefined();
  });

  it('has serial numbers of sample data, and none where a vendor would be asked', () => {
    expect(serialsOf(true)).toEqual(['ACTV123', 'EXPD123']);
    expect(serialsOf(false)).toEqual([]);
    expect(sampleDiscovery({ demo: true, samples }, now).session.serialCount).toBe(2);
  });
});
