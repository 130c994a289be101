import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { describe, expect, it } from 'vitest';
import { previewOf } from './preview.ts';

const value = (sourcePath: string, alias = sourcePath): JsonMapping => ({ sourcePath, alias, mode: 'value' });
const explode = (sourcePath: string): JsonMapping => ({ sourcePath, alias: sourcePath, mode: 'explode' });
const guarded = { raw: false };
const numbers = (length: number) => Array.from({ length }, (_, at) => at);

describe('previewOf', () => {
  it('shows the file as it will begin: its columns in order, its first ten rows', () => {
    const preview = previewOf(numbers(25), [value('$', 'b'), value('a')], guarded);
    expect(preview).toMatchObject({ columns: ['a', 'b'], totalRows: 25, warnings: [] });
    expect(preview?.rows).toEqual(numbers(10).map((at) => ['', String(at)]));
  });

  it('cuts a cell that holds a whole document', () => {
    const [row] = previewOf([{ a: { text: 'x'.repeat(5000) } }], [value('a')], guarded)?.rows ?? [];
    expect(row?.[0]).toHaveLength(201);
    expect(row?.[0]).toMatch(/^\{"text":"x+…$/);
  });

  it('shows the guard against formulas, and how it is without', () => {
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

  it('is nothing without rows or mappings', () => {
    expect(previewOf(undefined, [value('a')], guarded)).toBeNull();
    expect(previewOf([], [value('a')], guarded)).toBeNull();
    expect(previewOf([1], [], guarded)).toBeNull();
  });

  it('warns of a file that is long, and of one that is cut', () => {
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
      'The file ends after 100,000 of 1,000,000 rows. Different arrays that are exploded multiply: take one away.',
      '100,000 rows: export may be slow',
    ]);
    const long = previewOf(numbers(100_001), [value('$')], guarded);
    expect(long?.warnings[0]).toBe('The file ends after 100,000 of 100,001 rows.');
  });
});
