import type { JsonSchema } from '@warranty/contracts/core/openapi';

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

/** Longer patterns say nothing to a reader; the JSON Schema has them. */
const maxPatternLength = 60;

const show = (value: number) => value.toLocaleString('en');

/** "1 to 200 characters", "At most 200 characters". Null without a limit. */
function range(min: number | undefined, max: number | undefined, noun: string): string | null {
  const unit = (count: number) => (noun ? ` ${noun}${count === 1 ? '' : 's'}` : '');
  if (min === undefined && max === undefined) return null;
  if (max === undefined) return `At least ${show(min ?? 0)}${unit(min ?? 0)}`;
  if (min === undefined || min === max)
    return `${min === max ? 'Exactly' : 'At most'} ${show(max)}${unit(max)}`;
  return `${show(min)} to ${show(max)}${unit(max)}`;
}

/** The largest integer of JavaScript stands for no limit. */
const bounded = (value: number | undefined) =>
  value !== undefined && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;

/** The names of a map, and what their values are. */
function mapLimit(
  { properties, propertyNames, additionalProperties }: JsonSchema,
  typeOf: (schema: JsonSchema) => string,
): string | null {
  if (properties || typeof additionalProperties !== 'object') return null;
  const names = propertyNames?.enum;
  return `${names ? `Names: ${names.join(', ')}` : 'Any names'}; each value: ${typeOf(additionalProperties)}`;
}

/** The rules for a value, a few words each. */
function limitsOf(schema: JsonSchema, typeOf: (schema: JsonSchema) => string): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, exclusiveMinimum, maximum } = schema;
  const { format, pattern, default: fallback } = schema;
  return [
    range(minLength, maxLength, 'character'),
    range(minItems, maxItems, 'item'),
    range(bounded(minimum), bounded(maximum), ''),
    exclusiveMinimum === undefined ? null : `More than ${show(exclusiveMinimum)}`,
    mapLimit(schema, typeOf),
    format ? `Format: ${format}` : null,
    pattern && !format && pattern.length <= maxPatternLength ? `Pattern: ${pattern}` : null,
    fallback === undefined ? null : `Default: ${JSON.stringify(fallback)}`,
  ].filter((limit) => limit !== null);
}
