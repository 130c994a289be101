import { passthroughJson } from '@warranty/contracts/core/endpoint';
import type * as z from 'zod/mini';

/**
 * The types that a reply may consist of: JSON that is sent unchanged, so that handler, documentation and client agree. An
 * allowlist, because the next version of zod may add types that are not allowed.
 */
const plainKinds = new Set(['string', 'number', 'boolean', 'null', 'enum']);

/** The child schemas of each type. */
const parts: Record<string, (def: Def) => unknown[]> = {
  object: (def) => [...Object.values(def.shape ?? {}), def.catchall],
  array: (def) => [def.element],
  tuple: (def) => [...(def.items ?? []), def.rest],
  record: (def) => [def.keyType, def.valueType],
  union: (def) => def.options ?? [],
  nullable: (def) => [def.innerType],
  optional: (def) => [def.innerType],
  readonly: (def) => [def.innerType],
  lazy: (def) => [def.getter?.()],
};

interface Def {
  type: string;
  coerce?: boolean;
  discriminator?: string;
  checks?: { _zod: { def: { check: string } } }[];
  values?: unknown[];
  shape?: Record<string, unknown>;
  catchall?: unknown;
  element?: unknown;
  items?: unknown[];
  rest?: unknown;
  keyType?: unknown;
  valueType?: unknown;
  options?: unknown[];
  innerType?: unknown;
  getter?: () => unknown;
}

/** Describes each forbidden part of a reply schema, with its path. */
export function forbiddenInReply(schema: z.core.$ZodType, path = 'reply'): string[] {
  return walk(schema, path, new Set());
}

function walk(schema: z.core.$ZodType, path: string, seen: Set<unknown>): string[] {
  // Data of third parties has no schema of ours; it is passed through under this name.
  if (seen.has(schema) || schema === passthroughJson) return [];
  seen.add(schema);
  const def = schema._zod.def as unknown as Def;
  const inner = parts[def.type]?.(def) ?? [];
  return [
    ...mistakes(def).map((mistake) => `${path}: ${mistake}`),
    ...inner.flatMap((part, index) => {
      if (part === undefined || part === null) return [];
      return walk(part as z.core.$ZodType, `${path}.${nameOf(def, index)}`, seen);
    }),
  ];
}

function nameOf(def: Def, at: number): string {
  return (def.type === 'object' && (Object.keys(def.shape ?? {})[at] ?? 'others')) || def.type;
}

function mistakes(def: Def): string[] {
  const found: string[] = [];
  if (def.type === 'literal') {
    if (!def.values?.every(isJsonValue)) found.push('a literal that JSON does not have');
  } else if (!plainKinds.has(def.type) && !(def.type in parts)) found.push(`${def.type} is not allowed`);
  if (def.type === 'union' && def.discriminator === undefined) {
    found.push('a plain union is not allowed; use a discriminated one');
  }
  if (def.coerce) found.push('coerce is not allowed');
  for (const { _zod } of def.checks ?? []) {
    // `overwrite` is what trim and lower case are; `custom` is a check that the documentation cannot express.
    if (['overwrite', 'custom'].includes(_zod.def.check))
      found.push(`the check ${_zod.def.check} is not allowed`);
  }
  return found;
}

function isJsonValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
