import { describe, expect, it } from 'vitest';
import { splitLinks } from './text-links.ts';

describe('splitLinks', () => {
  it.each([
    ['Check https://checkcoverage.apple.com instead.', 'https://checkcoverage.apple.com'],
    ['See https://vendor.example/a_(b)/c?d=1,2.', 'https://vendor.example/a_(b)/c?d=1,2'],
    ['https://vendor.example/: all of it', 'https://vendor.example/'],
    ['"https://vendor.example/x"', 'https://vendor.example/x'],
  ])('finds the URL in %s', (text, address) => {
    const parts = splitLinks(text);
    expect(parts[1]).toBe(address);
    expect(parts.join('')).toBe(text);
  });

  it('finds no URL in a text without https links', () => {
    expect(splitLinks('http://plain.example and nothing else')).toHaveLength(1);
  });
});
