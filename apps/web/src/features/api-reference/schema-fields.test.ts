import type { JsonSchema } from '@warranty/contracts/core/openapi';
import { describe, expect, it } from 'vitest';
import { fieldGroups, parameterRow, typeOf } from './schema-fields.ts';

const nullable = { anyOf: [{ type: 'object', properties: { id: { type: 'string' } } }, { type: 'null' }] };

describe('typeOf', () => {
  it.each<[JsonSchema, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'array', items: { type: 'object' } }, 'array of objects'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'array of string or null'],
    [{ type: 'array' }, 'array of any JSON'],
    [nullable, 'object or null'],
    [{ oneOf: [{ type: 'object' }, { type: 'object' }] }, 'object'],
    [{ description: 'Any JSON' }, 'any JSON'],
  ])('%j is %s', (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });
});

describe('fieldGroups', () => {
  const rows = (schema: JsonSchema) => fieldGroups(schema).flatMap(({ fields }) => fields);

  it('has one row per property, with its meaning and its rules', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        tag: { type: 'string', minLength: 1, maxLength: 200, description: 'The service tag' },
        status: { type: 'string', enum: ['active', 'expired'] },
        limit: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 100 },
      },
      required: ['tag'],
    };
    expect(rows(schema)).toEqual([
      {
        name: 'tag',
        type: 'string',
        required: true,
        description: 'The service tag',
        limits: ['1 to 200 characters'],
        values: [],
        inner: [],
      },
      expect.objectContaining({ name: 'status', required: false, values: ['active', 'expired'], limits: [] }),
      expect.objectContaining({ name: 'limit', limits: ['At least 0', 'Default: 100'] }),
    ]);
  });

  it('quotes values that could not be seen', () => {
    expect(rows({ properties: { delimiter: { enum: [';', '\t', 5] } } })[0]?.values).toEqual([
      ';',
      '"\\t"',
      '5',
    ]);
  });

  it('nests the fields of objects, of items and of values', () => {
    const inner = { type: 'object', properties: { id: { type: 'string' } } };
    const schema: JsonSchema = {
      properties: {
        object: inner,
        items: { type: 'array', items: inner },
        map: { type: 'object', additionalProperties: inner },
        nullable,
        text: { type: 'string' },
      },
    };
    const names = rows(schema).map(({ name, inner: groups }) => [
      name,
      groups.flatMap(({ fields }) => fields.map((field) => field.name)),
    ]);
    expect(names).toEqual([
      ['object', ['id']],
      ['items', ['id']],
      ['map', ['id']],
      ['nullable', ['id']],
      ['text', []],
    ]);
  });

  it('titles the kinds of an object by what tells them apart', () => {
    const kind = (mode: string, more: Record<string, JsonSchema> = {}): JsonSchema => ({
      type: 'object',
      properties: { mode: { type: 'string', const: mode }, ...more },
    });
    const groups = fieldGroups({ oneOf: [kind('create'), kind('update', { column: {} })] });
    expect(groups.map(({ title, fields }) => [title, fields.map(({ name }) => name)])).toEqual([
      ['mode: "create"', ['mode']],
      ['mode: "update"', ['mode', 'column']],
    ]);
    expect(groups[0]?.fields[0]?.values).toEqual(['create']);
  });

  it('takes description and rules from the only alternative to null', () => {
    const date = { type: 'string', format: 'date-time', pattern: 'x', description: 'When' };
    expect(rows({ properties: { at: { anyOf: [date, { type: 'null' }] } } })).toMatchObject([
      { type: 'string or null', description: 'When', limits: ['Format: date-time'] },
    ]);
  });

  it('ends in a schema that contains itself', () => {
    const schema: JsonSchema = { type: 'object', properties: {} };
    schema.properties = { again: schema };
    expect(rows(schema)).toHaveLength(1);
  });
});

describe('limits', () => {
  const limitsOf = (schema: JsonSchema) => parameterRow({ name: 'x', required: false, schema }).limits;

  it.each<[JsonSchema, string[]]>([
    [{ minLength: 1 }, ['At least 1 character']],
    [{ maxLength: 4000 }, ['At most 4,000 characters']],
    [{ minItems: 2, maxItems: 2 }, ['Exactly 2 items']],
    [{ maxItems: 100000 }, ['At most 100,000 items']],
    [{ minimum: 1, maximum: 5 }, ['1 to 5']],
    [{ exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER }, ['More than 0']],
    [{ pattern: '^\\d{1,7}$' }, ['Pattern: ^\\d{1,7}$']],
    [{ pattern: 'x'.repeat(61) }, []],
    [{ default: 'csv' }, ['Default: "csv"']],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, ['Any names; each value: integer']],
    [
      { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: {} },
      ['Names: a, b; each value: any JSON'],
    ],
  ])('%j', (schema, limits) => {
    expect(limitsOf(schema)).toEqual(limits);
  });
});
