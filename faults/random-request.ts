import type { Random } from '../harness/random.ts';

/** The parts of an OpenAPI document that requests are generated from. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  parameters: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
}

export interface RandomRequest {
  method: string;
  /** Includes the query string. */
  path: string;
  operation: string;
  contentType?: string;
  body?: string;
}

type Schema = Record<string, unknown> & {
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
};

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\uFEFF',
  '../../etc/passwd',
  '%00',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '=1+1',
  '\u202e',
  '00000000-0000-0000-0000-000000000000',
  '7XK2P93',
  'B000003',
  '9'.repeat(400),
  '-'.repeat(5000),
  '@.'.repeat(4000),
  `${'sn:'.repeat(1000)}x${"'".repeat(3000)}x`,
  'x'.repeat(60_000),
];
const hostileNumbers = [0, -1, 1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308];

/** Generates requests for every operation of the document: mostly valid, with errors in many places. */
export function createRequests(document: ApiDocument, random: Random, ids: readonly string[]) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const chance = (share: number) => random() < share;

  function text(): string {
    if (chance(0.3)) return pick(ids);
    if (chance(0.5)) return pick(hostileTexts);
    return Array.from({ length: Math.floor(random() * 20) }, () =>
      String.fromCharCode(chance(0.9) ? 32 + random() * 95 : random() * 0xffff),
    ).join('');
  }

  function nested(depth: number): unknown {
    let value: unknown = 1;
    for (let index = 0; index < depth; index += 1) value = chance(0.5) ? [value] : { a: value };
    return value;
  }

  const anything: (() => unknown)[] = [
    () => null,
    () => true,
    () => pick(hostileNumbers),
    text,
    () => [],
    () => ({}),
    () => nested(Math.floor(random() * 100)),
    () => Array.from({ length: Math.floor(random() * 3000) }, () => 1),
    () =>
      Object.fromEntries(
        Array.from({ length: Math.floor(random() * 2000) }, (_, index) => [`k${index}`, index]),
      ),
  ];

  function sample(schema: Schema, depth = 0): unknown {
    if (chance(0.04)) return pick(anything)();
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return sample(pick(choices), depth);
    switch (Array.isArray(schema.type) ? pick(schema.type) : schema.type) {
      case 'string':
        return text();
      case 'integer':
      case 'number':
        return chance(0.5) ? Math.floor(random() * 100) : pick(hostileNumbers);
      case 'boolean':
        return chance(0.5);
      case 'array':
        return Array.from({ length: depth > 6 ? 0 : Math.floor(random() * 4) }, () =>
          sample(schema.items ?? {}, depth + 1),
        );
      case 'object':
        return sampleObject(schema, depth);
      default:
        return pick(anything)();
    }
  }

  function sampleObject({ properties = {}, required = [], additionalProperties }: Schema, depth: number) {
    const members = Object.entries(properties).filter(([name]) => required.includes(name) || chance(0.5));
    const extra =
      typeof additionalProperties === 'object' ? [[text(), sample(additionalProperties, depth + 1)]] : [];
    return Object.fromEntries([
      ...members.map(([name, schema]) => [name, sample(schema, depth + 1)]),
      ...extra,
      ...(chance(0.05) ? [[text(), pick(anything)()]] : []),
    ]);
  }

  function bodyOf({ requestBody }: Operation): Pick<RandomRequest, 'contentType' | 'body'> {
    const [contentType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    if (!contentType || !media) return chance(0.05) ? { contentType: 'application/json', body: text() } : {};
    if (!contentType.includes('json')) return { contentType, body: `Serial\n${text()}\n` };
    const whole = JSON.stringify(sample(media.schema as Schema)) ?? 'null';
    return { contentType, body: chance(0.05) ? whole.slice(0, random() * whole.length) : whole };
  }

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

  return function next(): RandomRequest {
    const { path, method, operation } = pick(operations);
    const query = new URLSearchParams();
    let filled = path;
    for (const { name, in: place, schema } of operation.parameters) {
      const value = String(sample(schema as Schema)).toWellFormed();
      // An empty, `.` or `..` segment would lead to another path.
      if (place === 'path')
        filled = filled.replace(
          `{${name}}`,
          ['', '.', '..'].includes(value) ? 'x' : encodeURIComponent(value),
        );
      else if (chance(0.5)) query.set(name, value.slice(0, 2000));
    }
    const search = query.size > 0 ? `?${query}` : '';
    return {
      method,
      path: filled.slice(0, 6000) + search,
      operation: `${method} ${path}`,
      ...bodyOf(operation),
    };
  };
}
