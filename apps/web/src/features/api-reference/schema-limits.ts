import type { JsonSchema } from '@warranty/contracts/openapi';

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
export function limitsOf(schema: JsonSchema, typeOf: (schema: JsonSchema) => string): string[] {
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
