import { describe, expect, it } from 'vitest';
import { barText } from './bar-text.ts';

const up = { isConnected: true, isOnline: true, unsent: [], failed: [] };
const down = { ...up, isConnected: false, isOnline: false };

describe('barText', () => {
  it('says nothing while all is well', () => expect(barText(up)).toBeNull());

  it('distinguishes no network from no server', () => {
    expect(barText(down)).toBe('You are offline. What you have entered stays on this page.');
    expect(barText({ ...down, isOnline: true })).toMatch(/^The server cannot be reached\./);
  });

  it('counts what is saved', () => {
    expect(barText({ ...down, unsent: ['A1'] })).toBe(
      'You are offline. 1 lookup is saved in this browser: you can send it when the connection is back.',
    );
    expect(barText({ ...down, unsent: ['A1', 'B2'] })).toContain('2 lookups are saved in this browser');
  });

  it('names what would be sent', () => {
    expect(barText({ ...up, unsent: ['A1', 'B2', 'C3'] })).toBe(
      'You are online again. 3 lookups not sent yet: A1, B2, C3.',
    );
    expect(barText({ ...up, unsent: ['A1', 'B2', 'C3', 'D4', 'E5'] })).toContain('A1, B2, C3 and 2 more.');
  });

  it('mentions what was sent without a result after the rest', () => {
    expect(barText({ ...up, failed: ['A1'] })).toBe('1 lookup sent without a result:');
    expect(barText({ ...up, failed: ['A1'], unsent: ['B2'] })).toContain('not sent yet: B2.');
  });
});
