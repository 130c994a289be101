import { isBlank } from '@warranty/domain/csv/blank';
import type { EnrichPlan } from '@warranty/domain/csv/enrich';
import { describe, expect, it } from 'vitest';
import { corpus } from '../../../../harness/workbooks/corpus.ts';
import { parseSheet, parseStyles, type RawCell, textOf, unzip } from './raw-package.ts';
import { addAnswers, answerOf } from './round-trip.ts';

const sheetNames = ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'];

/** The parts that differ, with the one sheet among them. */
function changedParts(before: Map<string, Buffer>, after: Map<string, Buffer>): string[] {
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  return [...before].flatMap(([name, bytes]) => (after.get(name)?.equals(bytes) ? [] : [name]));
}

const withoutDefinitions = (xml: string) =>
  xml.replace(/<(?:\w+:)?dimension[^>]*>/, '').replace(/<(?:\w+:)?cols>[\s\S]*?<\/(?:\w+:)?cols>/, '');
const withoutSpans = (tag: string) => tag.replace(/\sspans=["'][^"']*["']/, '').replace(/\s*\/>$/, '>');

function expectDefinitionsInOrder(xml: string): void {
  let last = 0;
  for (const [, min, max] of xml.matchAll(/<(?:\w+:)?col\s[^>]*min="(\d+)"[^>]*max="(\d+)"/g)) {
    expect(Number(min)).toBeGreaterThan(last);
    last = Number(max);
  }
}

interface Change {
  before: RawCell | undefined;
  after: RawCell;
}

/** The cells that differ, after comparing everything else. */
function changedCells(before: string, after: string): Change[] {
  const [old, now] = [parseSheet(before), parseSheet(after)];
  expect(now.after).toBe(old.after);
  expect(withoutDefinitions(now.before)).toBe(withoutDefinitions(old.before));
  expectDefinitionsInOrder(now.before);
  expect(now.rows.map(({ tag }) => withoutSpans(tag))).toEqual(old.rows.map(({ tag }) => withoutSpans(tag)));
  return now.rows.flatMap(({ cells }, index) => {
    const columns = cells.map(({ column }) => column);
    expect(columns).toEqual([...new Set(columns)].toSorted((a, b) => a - b));
    const known = new Map(old.rows[index]?.cells.map((cell) => [cell.column, cell]));
    expect(columns).toEqual(expect.arrayContaining([...known.keys()]));
    return cells.flatMap((cell) => {
      const was = known.get(cell.column);
      return was?.xml === cell.xml ? [] : [{ before: was, after: cell }];
    });
  });
}

/** What each row must have in the columns of dates that were added or filled. */
function expectDates(plan: EnrichPlan, from: number, rows: Awaited<ReturnType<typeof addAnswers>>): void {
  for (const [index, { cells }] of rows.read.rows.entries())
    for (const { field, kind, at } of plan.targets) {
      const value = answerOf(index)[field];
      const column = kind === 'added' ? from + at - plan.width : at;
      const original = rows.rows[index]?.cells[at] ?? '';
      if (kind === 'added') expect(cells[column] ?? '').toBe(value ?? '');
      else if (!isBlank(original)) expect(cells[column]).toBe(original);
    }
}

describe('a workbook with results', () => {
  it('was tried with at least 80 of them', () => expect(corpus.length).toBeGreaterThanOrEqual(80));

  it('adds vendor values as text and dates, never as formulas', async () => {
    const original = corpus[0]?.bytes() ?? Buffer.alloc(0);
    const { result } = await addAnswers(original, { fill: true });
    const name = 'xl/worksheets/sheet1.xml';
    const [before, after] = [original, result].map((bytes) => textOf(unzip(bytes).get(name) as Buffer));
    const added = changedCells(before ?? '', after ?? '').map(({ after: cell }) => cell.xml);
    expect(added.filter((xml) => /<(?:\w+:)?f\b/.test(xml))).toEqual([]);
    expect(added.filter((xml) => xml.includes('=1+1'))).not.toEqual([]);
    for (const xml of added) expect(xml).toMatch(/t="inlineStr"|<v>\d{5}<\/v>/);
  });

  describe.each([{ fill: true }, { fill: false }])('filling blank cells: $fill', ({ fill }) => {
    it.each(corpus)('keeps everything: $name', async ({ bytes }) => {
      const original = bytes();
      const all = await addAnswers(original, { fill });
      const { result, plan, report } = all;
      const [before, after] = [unzip(original), unzip(result)];
      const changed = changedParts(before, after);
      const sheet = changed.find((name) => sheetNames.includes(name)) ?? '';
      expect(changed.toSorted()).toEqual(['xl/styles.xml', sheet].toSorted());
      const text = (parts: Map<string, Buffer>, name: string) => textOf(parts.get(name) as Buffer);

      const [oldStyles, newStyles] = [before, after].map((parts) =>
        parseStyles(text(parts, 'xl/styles.xml')),
      );
      expect(newStyles?.rest.replaceAll(/\s/g, '')).toBe(oldStyles?.rest.replaceAll(/\s/g, ''));
      expect(newStyles?.xfs.slice(0, oldStyles?.xfs.length)).toEqual(oldStyles?.xfs);

      const from = Math.max(plan.width, report.layout.usedColumns);
      const mapped = plan.targets.flatMap(({ kind, at }) => (kind === 'filled' ? [at] : []));
      expect(mapped.length > 0).toBe(fill);
      const changes = changedCells(text(before, sheet), text(after, sheet));
      for (const { before: was, after: is } of changes) {
        const isText = was?.type === 's' || was?.type === 'inlineStr';
        // A text of spaces counts as blank; everything else with a value is kept.
        expect([was?.xml, was === undefined || was.isBlank || (isText && fill)]).toEqual([was?.xml, true]);
        expect([is.xml, is.column >= from || mapped.includes(is.column)]).toEqual([is.xml, true]);
        const isDate = is.type === 'n';
        if (was && isDate && is.style !== was.style && !mapped.includes(is.column))
          expect(was.isBlank).toBe(true);
      }
      expectDates(plan, from, all);
      const added = changes.filter(({ after: cell }) => cell.column >= from && cell.type === 'n');
      expect(added.length).toBeGreaterThan(20);
      const header = all.read.report.headerLine ?? 0;
      expect(header).toBe(report.headerLine);
    });
  });
});
