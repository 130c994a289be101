import type { JsonSchema, Parameter } from '@warranty/contracts/core/openapi';
import { formatCount, formatNumber } from '../../lib/format/format-number.ts';

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

/** The contracts are far less deep. The limit keeps a schema that contains itself from being followed forever. */
const maxDepth = 20;

/** The schemas of which one applies, without null. */
const alternativesOf = (schema: JsonSchema): JsonSchema[] =>
  (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null') ?? [schema];

const countable = ['string', 'integer', 'number', 'boolean', 'object'];

/** The type in words: `string or null`, `array of objects`. */
export function typeOf(schema: JsonSchema): string {
  const names =
    (schema.anyOf ?? schema.oneOf)?.map(typeOf) ??
    [schema.type ?? []].flat().map((type) => (type === 'array' ? arrayType(schema) : type));
  return [...new Set(names)].join(' or ') || 'any JSON';
}

function arrayType({ items = {} }: JsonSchema): string {
  const type = typeOf(items);
  return `array of ${countable.includes(type) ? `${type}s` : type}`;
}

/** The fields inside a value: those of an object, of the items of an array or of the values of a map. */
export function fieldGroups(schema: JsonSchema, depth = 0): FieldGroup[] {
  if (depth > maxDepth) return [];
  const groups = alternativesOf(schema).flatMap((each): FieldGroup[] => {
    const { properties, required = [], items, additionalProperties } = each;
    if (items) return fieldGroups(items, depth + 1);
    if (!properties)
      return typeof additionalProperties === 'object' ? fieldGroups(additionalProperties, depth + 1) : [];
    const fields = Object.entries(properties).map(([name, property]) =>
      fieldRow(name, property, required.includes(name), depth + 1),
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

function fieldRow(name: string, schema: JsonSchema, required: boolean, depth: number): FieldRow {
  const alternatives = alternativesOf(schema);
  const [only] = alternatives.length === 1 ? alternatives : [];
  const values = only?.enum ?? (only && 'const' in only ? [only.const] : []);
  return {
    name,
    type: typeOf(schema),
    required,
    description: schema.description ?? only?.description ?? '',
    limits: limitsOf({ ...only, default: schema.default ?? only?.default }),
    values: values.map(shownValue),
    inner: fieldGroups(schema, depth),
  };
}

/** A tab could not be seen without quotes. */
function shownValue(value: unknown): string {
  return typeof value === 'string' && /\S/.test(value) ? value : JSON.stringify(value);
}

/** A parameter, shown like a field. */
export function parameterRow({ name, required, description = '', schema }: Omit<Parameter, 'in'>): FieldRow {
  return { ...fieldRow(name, schema, required, 0), description };
}

/** Longer patterns say nothing to a reader; the JSON Schema has them. */
const maxPatternLength = 60;

/** "1 to 200 characters", "At most 200 characters". Null without a limit. */
function range(min: number | undefined, max: number | undefined, noun: string): string | null {
  const show = (count: number) => (noun ? formatCount(count, noun) : formatNumber(count));
  if (max === undefined) return min === undefined ? null : `At least ${show(min)}`;
  if (min === max) return `Exactly ${show(max)}`;
  return min === undefined ? `At most ${show(max)}` : `${formatNumber(min)} to ${show(max)}`;
}

/** The largest integer of JavaScript stands for no limit. */
const bounded = (value: number | undefined) =>
  value !== undefined && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;

/** The names of a map, and what their values are. */
function mapLimit({ properties, propertyNames, additionalProperties }: JsonSchema): string | null {
  if (properties || typeof additionalProperties !== 'object') return null;
  const names = propertyNames?.enum;
  return `${names ? `Names: ${names.join(', ')}` : 'Any names'}; each value: ${typeOf(additionalProperties)}`;
}

/** The rules for a value, a few words each. */
function limitsOf(schema: JsonSchema): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, exclusiveMinimum, maximum } = schema;
  const { format, pattern, default: fallback } = schema;
  return [
    range(minLength, maxLength, 'character'),
    range(minItems, maxItems, 'item'),
    range(bounded(minimum), bounded(maximum), ''),
    exclusiveMinimum === undefined ? null : `More than ${formatNumber(exclusiveMinimum)}`,
    mapLimit(schema),
    format ? `Format: ${format}` : null,
    pattern && !format && pattern.length <= maxPatternLength ? `Pattern: ${pattern}` : null,
    fallback === undefined ? null : `Default: ${JSON.stringify(fallback)}`,
  ].filter((limit) => limit !== null);
}
