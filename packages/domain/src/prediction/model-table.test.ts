import { describe, expect, it } from 'vitest';
import { histogramOf, readHistogram, writeHistogram } from './histogram.ts';
import { modelKey, modelWords } from './model-key.ts';
import data from './model-table.json' with { type: 'json' };
import { readTable } from './model-table.ts';
import { monthOfYear } from './months.ts';

const table = readTable(data);
const find = (manufacturer: string | null, text: string) => table.model(manufacturer, modelWords(text));

/** The year in which most of a model's devices were made, or the first year it was sold. */
function yearOf(manufacturer: string | null, text: string): number | null {
  const dates = find(manufacturer, text);
  if (dates === null) return null;
  if (dates.source === 'years') return dates.first;
  const { first, counts } = dates.histogram;
  return 1998 + Math.floor((first + counts.indexOf(Math.max(...counts))) / 4);
}

describe('modelWords', () => {
  it.each([
    ['HP EliteBook 840 G8 Notebook PC', 'elitebook 840 g8'],
    ['Hewlett-Packard HP EliteBook 840 G8', 'elitebook 840 g8'],
    ['Dell Latitude5420', 'latitude 5420'],
    ['ThinkPad T14 Gen 2i', 'thinkpad t14 gen2'],
    ['Lenovo ThinkPad T14 G2', 'thinkpad t14 gen2'],
    ['ThinkPad X1 Carbon 7th Gen', 'thinkpad x1 carbon gen7'],
    ['HP Laptop 17-by3053cl', '17 by3'],
    ['HP Laptop 17-by3xxx', '17 by3'],
    ['Inspiron 5406 2-in-1', 'inspiron 5406 2in1'],
    ['Inspiron 5406 2n1', 'inspiron 5406 2in1'],
    ['DELL U2412M', 'u2412m'],
  ])('compares %s as %s', (text, key) => {
    expect(modelKey(text)).toBe(key);
  });
});

describe('readTable', () => {
  it('distinguishes models that share a number', () => {
    expect(yearOf('dell', 'Latitude 5420')).toBe(2021);
    expect(yearOf('dell', 'Latitude E5420')).toBe(2011);
    expect(find('dell', 'Latitude 5420 Rugged')?.name).toBe('latitude 5420 rugged');
    expect(find('dell', 'Latitude 7420 Rugged')?.name).toBe('latitude 2 rugged');
  });

  it('finds a model among other words, longest name first', () => {
    expect(find('dell', 'UltraSharp U2412M 24 inch, with stand')?.name).toBe('u2412m');
    expect(find('hp', 'HP EliteBook 840 G8 i7 16GB')?.name).toBe('elitebook 840 g8');
  });

  it('falls back to the family and generation', () => {
    expect(find('dell', 'Latitude')).toBeNull();
    expect(find('hp', 'EliteDesk 999 G4')).toMatchObject({ isFamily: true, first: 2017 });
    expect(find('dell', 'PowerEdge R940xa')).toMatchObject({ isFamily: true, first: 2017 });
  });

  it("requires the manufacturer for an ambiguous name, and never uses another manufacturer's model", () => {
    expect(find('lenovo', 'Latitude 5420')).toBeNull();
    expect(find(null, 'Latitude 5420')?.name).toBe('latitude 5420');
    expect(find(null, '24')).toBeNull();
  });

  it('takes no longer for malicious names', () => {
    const before = process.threadCpuUsage();
    for (const text of ['a '.repeat(50_000), '1'.repeat(100_000), '('.repeat(100_000), 'gen '.repeat(30_000)])
      find('dell', text);
    expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
  });

  it('finds processors, or else their generation', () => {
    expect(table.cpu('11th Gen Intel Core i7-1165G7 @ 2.80GHz')?.key.name).toBe('i7 1165g7');
    expect(table.cpu('Intel(R) Core(TM) i5-8999U')?.key.generation).toBe('core 8');
    expect(table.cpu('AMD Ryzen 5 PRO 5650U with Radeon Graphics')?.key.name).toBe('ryzen 5650u');
    expect(table.cpu('a laptop')).toBeNull();
  });
});

describe('histograms', () => {
  it('read back as written', () => {
    const written = histogramOf([monthOfYear(2020), monthOfYear(2020) + 1, monthOfYear(2021) + 7]);
    expect(readHistogram(writeHistogram(written))).toEqual(written);
  });

  it('preserve the proportions of large counts', () => {
    const months = [...new Array(700).fill(120), ...new Array(70).fill(123)];
    expect(readHistogram(writeHistogram(histogramOf(months))).counts).toEqual([35, 4]);
  });
});
