import type { JsonMapping, MappingMode } from '@warranty/contracts/json-mapping';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRows } from './count.ts';
import { writeExportCsv } from './export.ts';
import {
  everyElement,
  type JsonPath,
  type PathStep,
  parseJsonPath,
  valuesAt,
  writeJsonPath,
} from './path.ts';
import { mapRows, openRows } from './rows.ts';
import { suggestMappings } from './suggest.ts';

const keys = ['a', 'b', '__proto__', 'toString', 'x.y', ''];
const json = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, 0, -1.5, 'text', '=1+1', 'a,"b"\n'),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('any'), { maxKeys: 4 }),
  ),
})).any;
const path: fc.Arbitrary<JsonPath> = fc.array(
  fc.constantFrom<PathStep>(...keys, 0, 1, everyElement, everyElement),
  {
    maxLength: 4,
  },
);
const mapping: fc.Arbitrary<JsonMapping> = fc.record({
  sourcePath: fc.oneof(path.map(writeJsonPath), fc.string()),
  alias: fc.constantFrom('one', 'two', '__proto__', 'constructor', '7', '=x'),
  mode: fc.constantFrom<MappingMode>('value', 'explode', 'join'),
});
const mappings = fc.array(mapping, { maxLength: 5 });
const sourcesOf = (data: unknown) => (Array.isArray(data) ? data : data === null ? [] : [data]);

/** Naive nested loops: an environment maps each array to its current index. */
function explodedPlainly(source: unknown, paths: readonly JsonPath[]): unknown[][] {
  const arrays = new Map<string, JsonPath>();
  for (const each of paths) {
    each.forEach((step, index) => {
      if (step === everyElement) arrays.set(writeJsonPath(each.slice(0, index + 1)), each.slice(0, index));
    });
  }
  let environments = [new Map<string, number>()];
  const pinned = (each: JsonPath, at: Map<string, number>) =>
    each.map((step, place) =>
      step === everyElement ? (at.get(writeJsonPath(each.slice(0, place + 1))) ?? 0) : step,
    );
  const ordered = inOrderOfLoops([...arrays.keys()], paths);
  for (const name of ordered) {
    environments = environments.flatMap((at) => {
      const [array] = valuesAt(source, pinned(arrays.get(name) ?? [], at));
      const length = Array.isArray(array) ? Math.max(1, array.length) : 1;
      return Array.from({ length }, (_, place) => new Map(at).set(name, place));
    });
  }
  return environments.map((at) => paths.map((each) => valuesAt(source, pinned(each, at))[0] ?? null));
}

/** An array follows the one that contains it and precedes the next one outside it. */
function inOrderOfLoops(names: readonly string[], paths: readonly JsonPath[]): string[] {
  const chains = paths.map((each) =>
    each.flatMap((step, index) => (step === everyElement ? [writeJsonPath(each.slice(0, index + 1))] : [])),
  );
  const visit = (prefix: readonly string[]): string[] => {
    const next = new Set(
      chains
        .filter((chain) => prefix.every((name, index) => chain[index] === name))
        .map((chain) => chain[prefix.length] ?? ''),
    );
    return [...next].filter(Boolean).flatMap((name) => [name, ...visit([...prefix, name])]);
  };
  return visit([]).filter((name) => names.includes(name));
}

const withArrays = fc.array(
  path.filter((each) => each.includes(everyElement)),
  { minLength: 1, maxLength: 4 },
);

describe('mapping any JSON with any mappings', () => {
  it('explodes arrays like nested loops', () => {
    const property = fc.property(json, withArrays, (data, paths) => {
      const exploded = paths.map((each, index): JsonMapping => {
        return { sourcePath: writeJsonPath(each), alias: `c${index}`, mode: 'explode' };
      });
      const rows = mapRows(data, exploded).rows.map((row) => paths.map((_, index) => row[`c${index}`]));
      expect(rows).toEqual(sourcesOf(data).flatMap((source) => explodedPlainly(source, paths)));
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('produces one row per element if nothing explodes, with the first match or all of them', () => {
    const property = fc.property(json, path, (data, each) => {
      const sourcePath = writeJsonPath(each);
      const rows = mapRows(data, [
        { sourcePath, alias: 'first', mode: 'value' },
        { sourcePath, alias: 'all', mode: 'join', delimiter: '\u0001' },
      ]).rows;
      const found = sourcesOf(data).map((source) => valuesAt(source, each));
      expect(rows.map(({ first }) => first)).toEqual(found.map(([first]) => first ?? null));
      if (!each.includes(everyElement)) return;
      expect(rows.map(({ all }) => String(all).split('\u0001').length)).toEqual(
        found.map((all) => Math.max(1, all.length)),
      );
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('produces as many rows as it counts, in batches of any size', () => {
    const property = fc.property(json, mappings, fc.integer({ min: 1, max: 4 }), (data, each, piece) => {
      const { rows, stopped } = mapRows(data, each);
      expect(stopped).toBe(false);
      expect(countRows(data, each)).toBe(rows.length);
      const cursor = openRows(data, each);
      const pieces: unknown[] = [];
      while (!cursor.isDone) pieces.push(...cursor.take(piece));
      expect(pieces).toEqual(rows);
      const few = mapRows(data, each, { limit: piece });
      expect(few).toEqual({ rows: rows.slice(0, piece), stopped: rows.length > piece });
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('fills every column of every row, and changes neither the data nor Object.prototype', () => {
    const property = fc.property(json, mappings, (data, each) => {
      const before = JSON.stringify(data);
      const { rows } = mapRows(data, each);
      for (const row of rows) expect(Object.keys(row)).toHaveLength(each.length);
      writeExportCsv(rows);
      expect(JSON.stringify(data)).toBe(before);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('suggests valid paths that match the data', () => {
    const property = fc.property(fc.oneof(json, fc.jsonValue()), (data) => {
      const suggested = suggestMappings(data, { depth: 3, max: 20 });
      expect(new Set(suggested.map(({ alias }) => alias)).size).toBe(suggested.length);
      for (const { sourcePath, mode } of suggested) {
        const read = parseJsonPath(sourcePath);
        expect(read).not.toBeNull();
        const isFound = sourcesOf(data).some((source) => valuesAt(source, read ?? []).length > 0);
        // An array that is always empty becomes a column too.
        if (mode !== 'join') expect(isFound).toBe(true);
      }
      mapRows(data, suggested, { limit: 50 });
    });
    fc.assert(property, { numRuns: 1000 });
  });
});

describe('a document nested 200,000 deep', () => {
  const deep = JSON.parse(`{"a":${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}}`);

  it('can be suggested, mapped, counted and written', () => {
    const suggested = suggestMappings(deep, { depth: 3, max: 20 });
    expect(suggested.length).toBeGreaterThan(0);
    const all: JsonMapping[] = [
      ...suggested,
      { sourcePath: '$', alias: 'whole', mode: 'value' },
      { sourcePath: 'a', alias: 'joined', mode: 'join' },
      { sourcePath: `a${'[*].a'.repeat(90)}`, alias: 'far', mode: 'explode' },
    ];
    expect(countRows(deep, all)).toBe(1);
    const { csv } = writeExportCsv(mapRows(deep, all).rows);
    expect(csv.length).toBeGreaterThan(1_000_000);
  });
});
