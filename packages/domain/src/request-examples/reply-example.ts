import type { JsonSchema } from '@warranty/contracts/core/openapi';
import { absentNames, exampleNumbers, exampleTexts, exampleTime, trueNames } from './reply-example-values.ts';

/** Where a value is: the name of its field, and of the field around it. */
interface Place {
  name: string;
  parent: string;
}

/** A reply that a schema allows, with one element in each list, for people who read a reference. */
export function replyExample(schema: JsonSchema, place: Place = { name: '', parent: '' }): unknown {
  const choices = schema.anyOf ?? schema.oneOf ?? choicesOfType(schema);
  if (choices) return replyExample(choiceOf(choices, place), place);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return exampleWords.find((word) => schema.enum?.includes(word)) ?? schema.enum[0];
  switch (schema.type) {
    case 'object':
      return objectOf(schema, place.name);
    case 'array':
      return schema.items && !absentNames.has(place.name) ? [replyExample(schema.items, place)] : [];
    case 'string':
      return textOf(place);
    case 'number':
    case 'integer':
      return exampleNumbers.get(place.name) ?? 1;
    case 'boolean':
      return trueNames.has(place.name);
    default:
      return null;
  }
}

/** Of the words that a field can have, the first one describes a beginning; an example shows the end. */
const exampleWords = ['found', 'completed', 'session'];

function choicesOfType({ type, ...rest }: JsonSchema): JsonSchema[] | undefined {
  return Array.isArray(type) ? type.map((each) => ({ ...rest, type: each })) : undefined;
}

const isNull = ({ type }: JsonSchema) => type === 'null';

/** What is null in a reply without problems stays so: a result with an end date and an error would confuse. */
function choiceOf(choices: readonly JsonSchema[], { name }: Place): JsonSchema {
  const nothing = choices.find(isNull);
  if (nothing && absentNames.has(name)) return nothing;
  return choices.find((choice) => !isNull(choice)) ?? {};
}

function objectOf(schema: JsonSchema, parent: string): Record<string, unknown> {
  const { properties, required = [], additionalProperties, propertyNames } = schema;
  if (properties) {
    const shown = Object.entries(properties).filter(
      ([name]) => required.includes(name) || !absentNames.has(name),
    );
    return Object.fromEntries(shown.map(([name, inner]) => [name, replyExample(inner, { name, parent })]));
  }
  if (typeof additionalProperties !== 'object') return {};
  const keys = propertyNames?.enum?.map(String) ?? [textOf({ name: 'key', parent })];
  return Object.fromEntries(
    keys.map((key) => [key, replyExample(additionalProperties, { name: 'value', parent })]),
  );
}

function textOf({ name, parent }: Place): string {
  const known = exampleTexts.get(`${parent} ${name}`) ?? exampleTexts.get(name);
  return known ?? (/(?:At|[Tt]imestamp)$/.test(name) ? exampleTime : 'text');
}
