import type { JsonSchema } from '@warranty/contracts/core/openapi';
import type { Entry, EntryGroup } from './entries.ts';

const titleOf = ({ method, path, operation }: Entry, group: string) =>
  `${method} ${path} ${operation.summary} ${group}`.toLowerCase();

/** The names of all fields, and of the fields inside them. */
function fieldNames(schema: JsonSchema | undefined): string[] {
  if (!schema) return [];
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...(items ? [items] : [])];
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  return [...Object.keys(properties), ...inner.flatMap(fieldNames)];
}

/** What an endpoint takes and returns: names of parameters and fields, and the descriptions of errors. */
function contentOf({ operation: { parameters, requestBody, responses } }: Entry): string {
  const replies = Object.values(responses);
  const bodies = [requestBody, ...replies].flatMap((body) => Object.values(body?.content ?? {}));
  return [
    ...parameters.map(({ name }) => name),
    ...bodies.flatMap(({ schema }) => fieldNames(schema)),
    ...replies.map(({ description }) => description),
  ]
    .join(' ')
    .toLowerCase();
}

/** The endpoints that contain all words: first those in whose title they are, by group, then those that mention them. */
export function searchEntries(groups: readonly EntryGroup[], text: string): EntryGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  const hasAll = (searched: string) => words.every((word) => searched.includes(word));
  const titled = groups.map((group) => ({
    ...group,
    entries: group.entries.filter((entry) => hasAll(titleOf(entry, group.name))),
  }));
  const found = new Set(titled.flatMap(({ entries }) => entries));
  const mentioning = groups.flatMap(({ name, entries }) =>
    entries.filter((entry) => !found.has(entry) && hasAll(`${titleOf(entry, name)} ${contentOf(entry)}`)),
  );
  const mentions = { name: 'In fields and errors', description: '', entries: mentioning };
  return [...titled, mentions].filter(({ entries }) => entries.length > 0);
}
