import { describe, expect, it } from 'vitest';
import { addScan, maxScans, serialIn } from './scan-list.ts';

describe('serialIn', () => {
  it.each([
    ['7XK2P93', '7XK2P93'],
    [' 7xk2p93\r', '7XK2P93'],
    ['S/N: 7XK2P93', '7XK2P93'],
    ['https://www.dell.com/support/home/servicetag/7XK2P93', '7XK2P93'],
    // The express service code of 5RFDP01.
    ['12542331601', '5RFDP01'],
    ['125-423-316-01', '5RFDP01'],
    ['To be filled by O.E.M.', null],
    ['OptiPlex 7090', null],
    ['', null],
  ])('for %j is %s', (text, serial) => expect(serialIn(text)).toBe(serial));
});

describe('addScan', () => {
  it('appends a new serial number', () => {
    expect(addScan(['7XK2P93'], '5tq8r14')).toEqual({
      kind: 'added',
      serial: '5TQ8R14',
      list: ['7XK2P93', '5TQ8R14'],
    });
  });

  it('recognizes a known serial number in another format', () => {
    expect(addScan(['5RFDP01'], '12542331601')).toEqual({ kind: 'known', serial: '5RFDP01' });
  });

  it('reports why a scan is rejected', () => {
    expect(addScan([], ' hello ')).toEqual({
      kind: 'refused',
      reason: "'hello' is not a serial number or service tag.",
    });
    const full = Array.from({ length: maxScans }, (_, index) => `SMP${index.toString(36).padStart(4, '0')}`);
    expect(addScan(full, '7XK2P93')).toMatchObject({ kind: 'refused' });
  });
});
