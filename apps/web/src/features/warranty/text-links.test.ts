import { describe, expect, it } from 'vitest';
import { splitLinks } from './text-links.ts';

describe('splitLinks', () => {
  it.each([
    ['its own page (https://checkcoverage.apple.com) has one.', 'https://checkcoverage.apple.com'],
    ['See https://vendor.example/a_(b)/c?d=1,2.', 'https://vendor.example/a_(b)/c?d=1,2'],
    ['https://vendor.example/: all of it', 'https://vendor.example/'],
    ['"https://vendor.example/x"', 'https://vendor.example/x'],
  ])('finds the address in %s', (text, address) => {
    const parts = splitLinks(text);
    expect(parts[1]).toBe(address);
    expect(parts.join('')).toBe(text);
  });

  it('finds none where there is none', () => {
    expect(splitLinks('http://plain.example and nothing else')).toHaveLength(1);
  });
});
