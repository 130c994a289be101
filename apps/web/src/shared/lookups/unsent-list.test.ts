import { describe, expect, it } from 'vitest';
import { isUnsent, maxUnsent, ownedBy, type UnsentLookup, withUnsent } from './unsent-list.ts';

const lookup = (modelNumber: string, owner = 'demo-user-aaaaaaaaa'): UnsentLookup => ({
  owner,
  modelNumber,
  manufacturer: '',
});

describe('withUnsent', () => {
  it('adds a lookup at the end', () => {
    expect(withUnsent([lookup('A1')], lookup('B2'))).toEqual([lookup('A1'), lookup('B2')]);
  });

  it('holds each device once, and a repeated one is no longer failed', () => {
    const failed = { ...lookup('A1'), isFailed: true };
    expect(withUnsent([failed, lookup('B2')], lookup('A1'))).toEqual([lookup('B2'), lookup('A1')]);
  });

  it('distinguishes devices of two manufacturers', () => {
    const hp = { ...lookup('A1'), manufacturer: 'HP' };
    expect(withUnsent([lookup('A1')], hp)).toEqual([lookup('A1'), hp]);
  });

  it('refuses instead of dropping an earlier one', () => {
    const full = Array.from({ length: maxUnsent }, (_, index) => lookup(`T${index}`));
    expect(withUnsent(full, lookup('A1'))).toBeNull();
    expect(withUnsent(full, lookup('T0'))).toHaveLength(maxUnsent);
  });
});

describe('ownedBy', () => {
  const list = [lookup('A1'), lookup('B2', 'demo-user-bbbbbbbbb')];

  it('shows no lookup of another user, and none without a user', () => {
    expect(ownedBy('demo-user-bbbbbbbbb', list)).toEqual([list[1]]);
    expect(ownedBy(null, list)).toEqual([]);
  });
});

describe('isUnsent', () => {
  it.each([null, 'A1', {}, { modelNumber: 'A1', manufacturer: '' }, { ...lookup('A1'), owner: 1 }])(
    'rejects %o, which other code may have stored',
    (value) => expect(isUnsent(value)).toBe(false),
  );

  it('accepts what is saved', () => expect(isUnsent(lookup('A1'))).toBe(true));
});
