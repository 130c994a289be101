import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPseudonyms } from './pseudonyms.ts';

const november = { month: '2026-11-01', key: randomBytes(32) };
const december = { month: '2026-12-01', key: randomBytes(32) };
const owner = '5f0f9b34-7f0a-4b8e-9a53-0b6f0b1c1a11';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-30T23:59:59.999Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('pseudonyms', () => {
  it('are the same in every process during a month', () => {
    const [first, second] = [createPseudonyms(), createPseudonyms()];
    first.use([november, december]);
    second.use([december, november]);
    expect(first.principalOf(owner)).toMatch(/^[0-9a-f]{12}$/);
    expect(second.principalOf(owner)).toBe(first.principalOf(owner));
    expect(second.addressHash('192.0.2.1')).toBe(first.addressHash('192.0.2.1'));
    expect(first.addressHash('192.0.2.1')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('differ for every owner, address and month', () => {
    const pseudonyms = createPseudonyms();
    pseudonyms.use([november, december]);
    const before = [pseudonyms.principalOf(owner), pseudonyms.addressHash('192.0.2.1')];
    expect(pseudonyms.principalOf('another')).not.toBe(before[0]);
    vi.setSystemTime(new Date('2026-12-01T00:00:00Z'));
    const after = [pseudonyms.principalOf(owner), pseudonyms.addressHash('192.0.2.1')];
    expect(new Set([...before, ...after]).size).toBe(4);
  });

  it('of an owner and an address with the same text have nothing in common', () => {
    const pseudonyms = createPseudonyms();
    pseudonyms.use([november]);
    expect(pseudonyms.addressHash(owner)?.startsWith(pseudonyms.principalOf(owner) ?? '')).toBe(false);
  });

  it('do not exist without a key of the month', () => {
    const pseudonyms = createPseudonyms();
    expect(pseudonyms.principalOf(owner)).toBeNull();
    pseudonyms.use([november]);
    expect(pseudonyms.principalOf(owner)).not.toBeNull();
    vi.setSystemTime(new Date('2026-12-01T00:00:00Z'));
    expect([pseudonyms.principalOf(owner), pseudonyms.addressHash('192.0.2.1')]).toEqual([null, null]);
    // The key of a past month is gone from memory too.
    vi.setSystemTime(new Date('2026-11-15T00:00:00Z'));
    expect(pseudonyms.principalOf(owner)).toBeNull();
  });

  it('of an owner at a moment exist for this month only', () => {
    const pseudonyms = createPseudonyms();
    pseudonyms.use([november, december]);
    const principal = pseudonyms.principalOf(owner);
    expect(pseudonyms.principalAt(owner, new Date('2026-11-01T00:00:00Z'))).toBe(principal);
    expect(pseudonyms.principalAt(owner, new Date('2026-10-31T23:59:59Z'))).toBeNull();
  });
});
