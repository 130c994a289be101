import * as z from 'zod/mini';

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  items?: Schema;
  pattern?: string;
  format?: string;
  minimum?: number;
}

/** Sample texts for the formats in the contracts; the first match is used. */
const texts = ['Dell', '1', '2026-11-15T09:30:01.000Z', '00:1b:a9:00:00:01', '192.0.2.1', '::1'];
const formats: Record<string, string> = {
  uuid: '7b0f5d1e-6f0e-4a55-9a43-0d6a6c1b2f10',
  ipv4: '192.0.2.1',
  ipv6: '::1',
  'date-time': '2036-11-15T09:30:01.000Z',
};

function sampleText({ pattern, format }: Schema): string {
  if (format && formats[format]) return formats[format];
  const form = pattern ? new RegExp(pattern) : /x/;
  return texts.find((text) => form.test(text)) ?? 'Dell';
}

/** `known` provides values by property name, for properties that accept only some values. */
function sampleOf(schema: Schema, known: Record<string, unknown>): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const one = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (one) return sampleOf(one.find(({ type }) => type !== 'null') ?? {}, known);
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, known)];
  if (schema.type === 'object') return sampleObject(schema, known);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1);
  return schema.type === 'string' ? sampleText(schema) : null;
}

function sampleObject({ properties, additionalProperties }: Schema, known: Record<string, unknown>): object {
  if (!properties) return additionalProperties ? { name: sampleOf(additionalProperties, known) } : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, known[name] ?? sampleOf(schema, known)]),
  );
}

/** A value that matches the schema, with all optional properties. */
export function sample(schema: z.ZodMiniType, known: Record<string, unknown> = {}): unknown {
  return sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, known);
}

/** Variants of the value, each with one of its strings, or one of the keys that the sender chooses, replaced. */
export function withText(value: unknown, text: string, path: string): { path: string; value: unknown }[] {
  if (typeof value === 'string') return [{ path, value: text }];
  if (typeof value !== 'object' || value === null) return [];
  const replace = (name: string, other: unknown) =>
    Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
  return Object.entries(value).flatMap(([name, member]) => [
    ...withText(member, text, `${path}.${name}`).map((inner) => ({
      path: inner.path,
      value: replace(name, inner.value),
    })),
    ...(name === 'name' && !Array.isArray(value) ? [{ path, value: { ...value, [text]: member } }] : []),
  ]);
}
