import { describe, expect, it } from 'vitest';
import { endsSoon, tokenStatus } from './token-status.ts';

const now = new Date('2026-11-14T12:00:00Z');

describe('tokenStatus', () => {
  it.each([
    [true, null, 'active'],
    [false, null, 'inactive'],
    [true, '2026-11-14T12:00:01Z', 'active'],
    // Rejected from this instant on.
    [true, '2026-11-14T12:00:00Z', 'expired'],
    [false, '2026-11-14T11:00:00Z', 'expired'],
  ] as const)('with active %s and expiry %s is %s', (isActive, expiresAt, standing) => {
    expect(tokenStatus({ isActive, expiresAt }, now)).toBe(standing);
  });

  it('of a member who has left is stopped, unless it has expired', () => {
    const left = { isActive: true, createdBy: null };
    expect(tokenStatus({ ...left, expiresAt: null }, now)).toBe('stopped');
    expect(tokenStatus({ ...left, expiresAt: '2026-11-14T12:00:00Z' }, now)).toBe('expired');
    expect(tokenStatus({ ...left, createdBy: 'Anna', expiresAt: null }, now)).toBe('active');
  });
});

describe('endsSoon', () => {
  it.each([
    [true, null, false],
    [true, '2026-11-28T12:00:00Z', false],
    [true, '2026-11-28T11:59:59Z', true],
    [false, '2026-11-20T12:00:00Z', false],
    [true, '2026-11-14T12:00:00Z', false],
  ] as const)('with active %s and expiry %s is %s', (isActive, expiresAt, soon) => {
    expect(endsSoon({ isActive, expiresAt }, now)).toBe(soon);
  });
});
