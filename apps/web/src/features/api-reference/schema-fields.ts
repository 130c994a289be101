import type { JsonSchema } from '@warranty/contracts/openapi';
import { limitsOf } from './schema-limits.ts';

/** One field of a body, ready to be shown. */
export interface FieldRow {
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** Rules for the value, a few words each. */
  limits: string[];
  /** The allowed values, if they are listed. */
  values: string[];
  inner: FieldGroup[];
}

/** The fields of an object. If there are several kinds of it, each has a title. */
export interface FieldGroup {
  title: string | null;
  fields: FieldRow[];
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** The contracts are far less deep. The limit keeps a schema that contains itself from being followed forever. */
const maxDepth = 20;

const refStart = '#/components/schemas/';

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.startsWith(refStart) ? schema.$ref.slice(refStart.length) : null;
  return (name !== null && schemas[name]) || schema;
}

const isNull = ({ type }: JsonSchema) => type === 'null';

/** The schemas of which one applies, without null. */
function alternativesOf(schema: JsonSchema, schemas: Schemas): JsonSchema[] {
  const whole = resolve(schema, schemas);
  const listed = whole.anyOf ?? whole.oneOf;
  return listed ? listed.filter((each) => !isNull(each)).map((each) => resolve(each, schemas)) : [whole];
}

const plurals: Record<string, string> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  object: 'objects',
};

/** The type in words: `string or null`, `array of objects`. */
export function typeOf(schema: JsonSchema, schemas: Schemas): string {
  const whole = resolve(schema, schemas);
  const listed = whole.anyOf ?? whole.oneOf;
  const names = listed
    ? listed.map((each) => typeOf(each, schemas))
    : [whole.type ?? []].flat().map((type) => (type === 'array' ? arrayType(whole, schemas) : type));
  return [...new Set(names)].join(' or ') || 'any JSON';
}

function arrayType({ items = {} }: JsonSchema, schemas: Schemas): string {
  const type = typeOf(items, schemas);
  return `array of ${plurals[type] ?? type}`;
}

/** The fields inside a value: those of an object, of the items of an array or of the values of a map. */
export function fieldGroups(schema: JsonSchema, schemas: Schemas, depth = 0): FieldGroup[] {
  if (depth > maxDepth) return [];
  const groups = alternativesOf(schema, schemas).flatMap((each): FieldGroup[] => {
    const { properties, required = [], items, additionalProperties } = each;
    if (items) return fieldGroups(items, schemas, depth + 1);
    if (!properties) {
      return typeof additionalProperties === 'object'
        ? fieldGroups(additionalProperties, schemas, depth + 1)
        : [];
    }
    const fields = Object.entries(properties).map(([name, property]) =>
      fieldRow(name, property, required.includes(name), schemas, depth + 1),
    );
    return [{ title: kindOf(each), fields }];
  });
  return groups.length === 1 ? groups.map(({ fields }) => ({ title: null, fields })) : groups;
}

/** What tells one kind of object from the others: `mode: "create"`. */
function kindOf({ properties = {} }: JsonSchema): string | null {
  const kinds = Object.entries(properties).flatMap(([name, { const: value }]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`],
  );
  return kinds.join(', ') || null;
}

function fieldRow(
  name: string,
  schema: JsonSchema,
  required: boolean,
  schemas: Schemas,
  depth: number,
): FieldRow {
  const whole = resolve(schema, schemas);
  const alternatives = alternativesOf(whole, schemas);
  const [only] = alternatives.length === 1 ? alternatives : [];
  const values = only?.enum ?? (only && 'const' in only ? [only.const] : []);
  return {
    name,
    type: typeOf(whole, schemas),
    required,
    description: whole.description ?? only?.description ?? '',
    limits: limitsOf({ ...only, default: whole.default ?? only?.default }, (each) => typeOf(each, schemas)),
    values: values.map(shownValue),
    inner: fieldGroups(whole, schemas, depth),
  };
}

/** A tab could not be seen without quotes. */
function shownValue(value: unknown): string {
  return typeof value === 'string' && /\S/.test(value) ? value : JSON.stringify(value);
}

/** A parameter, shown like a field. */
export function parameterRow(
  {
    name,
    required,
    description = '',
    schema,
  }: { name: string; required: boolean; description?: string; schema: JsonSchema },
  schemas: Schemas,
): FieldRow {
  return { ...fieldRow(name, schema, required, schemas, 0), description };
}
