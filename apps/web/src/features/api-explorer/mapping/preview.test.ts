import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { describe, expect, it } from 'vitest';
import { previewOf } from './preview.ts';

const value = (sourcePath: string, alias = sourcePath): JsonMapping => ({ sourcePath, alias, mode: 'value' });
const explode = (sourcePath: string): JsonMapping => ({ sourcePath, alias: sourcePath, mode: 'explode' });
const guarded = { raw: false };
const numbers = (length: number) => Array.from({ length }, (_, index) => index);

describe('previewOf', () => {
  it('shows the columns in order and the first ten rows', () => {
    const preview = previewOf(numbers(25), [value('$', 'b'), value('a')], guarded);
    expect(preview).toMatchObject({ columns: ['a', 'b'], totalRows: 25, warnings: [] });
    expect(preview?.rows).toEqual(numbers(10).map((at) => ['', String(at)]));
  });

  it('truncates a cell that contains an entire document', () => {
    const [row] = previewOf([{ a: { text: 'x'.repeat(5000) } }], [value('a')], guarded)?.rows ?? [];
    expect(row?.[0]).toHaveLength(201);
    expect(row?.[0]).toMatch(/^\{"text":"x+…$/);
  });

  it('escapes formulas, except in raw mode', () => {
    const formula = [{ a: '=1+1' }];
    expect(previewOf(formula, [value('a', '=a')], guarded)).toMatchObject({
      columns: ["'=a"],
      rows: [["'=1+1"]],
    });
    expect(previewOf(formula, [value('a', '=a')], { raw: true })).toMatchObject({
      columns: ['=a'],
      rows: [['=1+1']],
    });
  });

  it('is null without rows or mappings', () => {
    expect(previewOf(undefined, [value('a')], guarded)).toBeNull();
    expect(previewOf([], [value('a')], guarded)).toBeNull();
    expect(previewOf([1], [], guarded)).toBeNull();
  });

  it('warns about a long file and a truncated one', () => {
    expect(previewOf(numbers(10_001), [value('$')], guarded)?.warnings).toEqual([
      '10,001 rows: export may be slow',
    ]);
    const crossed = previewOf(
      { a: numbers(1000), b: numbers(1000) },
      [explode('a[*]'), explode('b[*]')],
      guarded,
    );
    expect(crossed?.totalRows).toBe(100_000);
    expect(crossed?.warnings).toEqual([
      'Only the first 100,000 of 1,000,000 rows will be exported. Exploding several arrays multiplies the rows; remove one of them.',
      '100,000 rows: export may be slow',
    ]);
    const long = previewOf(numbers(100_001), [value('$')], guarded);
    expect(long?.warnings[0]).toBe('Only the first 100,000 of 100,001 rows will be exported.');
  });
});
