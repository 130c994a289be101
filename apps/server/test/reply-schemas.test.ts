import { passthroughJson } from '@warranty/contracts/core/endpoint';
import { describe, expect, it } from 'vitest';
import * as classic from 'zod';
import * as z from 'zod/mini';
import { forbiddenInReply } from './reply-schemas.ts';

const text = z.string();

describe('forbiddenInReply', () => {
  it.each<[string, z.core.$ZodType]>([
    ['plain values', z.object({ a: text, b: z.number(), c: z.boolean(), d: z.null(), e: z.int() })],
    ['formats and lengths', z.object({ a: z.uuid(), b: z.iso.datetime(), c: text.check(z.maxLength(3)) })],
    ['a description', text.check(z.describe('what it means'))],
    ['nullable', z.nullable(text)],
    ['optional', z.object({ a: z.optional(text) })],
    ['array', z.array(z.array(text))],
    ['tuple', z.tuple([text, z.number()], text)],
    ['enum', z.enum(['a', 'b'])],
    ['literal', z.literal(['a', 1, null])],
    ['record', z.record(z.string(), z.number())],
    ['readonly', z.readonly(z.array(text))],
    ['passthrough JSON', z.object({ data: passthroughJson })],
    [
      'discriminated union',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a') }),
        z.object({ kind: z.literal('b'), text }),
      ]),
    ],
  ])('accepts %s', (_, schema) => {
    expect(forbiddenInReply(schema)).toEqual([]);
  });

  it('accepts a recursive schema, and terminates', () => {
    const tree: z.ZodMiniType = z.object({ children: z.array(z.lazy(() => tree)) });
    expect(forbiddenInReply(tree)).toEqual([]);
  });

  it.each<[string, z.core.$ZodType, string]>([
    ['transform', z.transform(String), 'transform is not allowed'],
    ['pipe', z.pipe(text, z.transform(Number)), 'pipe is not allowed'],
    ['codec', z.codec(text, z.number(), { decode: Number, encode: String }), 'pipe is not allowed'],
    ['default', z._default(text, 'x'), 'default is not allowed'],
    ['prefault', z.prefault(text, 'x'), 'prefault is not allowed'],
    ['catch', z.catch(text, 'x'), 'catch is not allowed'],
    ['coerce', z.coerce.string(), 'coerce is not allowed'],
    ['coerce of classic zod', classic.coerce.number(), 'coerce is not allowed'],
    ['trim', text.check(z.trim()), 'the check overwrite is not allowed'],
    ['lower case', text.check(z.toLowerCase()), 'the check overwrite is not allowed'],
    ['refine', text.check(z.refine((value) => value !== 'x')), 'the check custom is not allowed'],
    ['custom', z.custom<string>(), 'custom is not allowed'],
    ['instanceof', z.instanceof(Date), 'custom is not allowed'],
    ['plain union', z.union([text, z.number()]), 'a plain union is not allowed'],
    ['date', z.date(), 'date is not allowed'],
    ['coerced date', z.coerce.date(), 'date is not allowed'],
    ['bigint', z.bigint(), 'bigint is not allowed'],
    ['bigint literal', z.literal(1n), 'a literal that JSON does not have'],
    ['undefined literal', z.literal(undefined), 'a literal that JSON does not have'],
    ['map', z.map(text, text), 'map is not allowed'],
    ['set', z.set(text), 'set is not allowed'],
    ['any', z.any(), 'any is not allowed'],
    ['unknown', z.unknown(), 'unknown is not allowed'],
    ['undefined', z.undefined(), 'undefined is not allowed'],
    ['symbol', z.symbol(), 'symbol is not allowed'],
    ['the nan type', z.nan(), 'nan is not allowed'],
    ['promise', z.promise(text), 'promise is not allowed'],
    ['an object that allows other keys', z.looseObject({}), 'unknown is not allowed'],
    ['an object that rejects other keys', z.strictObject({}), 'never is not allowed'],
  ])('rejects %s', (_, schema, sentence) => {
    expect(forbiddenInReply(schema).join('\n')).toContain(sentence);
  });

  const hidden = z.date();
  it.each<[string, z.core.$ZodType]>([
    ['reply.when', z.object({ ok: text, when: hidden })],
    ['reply.array', z.array(hidden)],
    ['reply.tuple', z.tuple([text, hidden])],
    ['reply.tuple', z.tuple([text], hidden)],
    ['reply.record', z.record(z.string(), hidden)],
    ['reply.nullable', z.nullable(hidden)],
    ['reply.optional', z.optional(hidden)],
    ['reply.readonly', z.readonly(hidden)],
    ['reply.lazy', z.lazy(() => hidden)],
    ['reply.others', z.catchall(z.object({ a: text }), hidden)],
    ['reply.union.when', z.discriminatedUnion('k', [z.object({ k: z.literal('a'), when: hidden })])],
    ['reply.a.array.b', z.object({ a: z.array(z.object({ b: hidden })) })],
  ])('finds a forbidden type at %s', (path, schema) => {
    expect(forbiddenInReply(schema)).toEqual([`${path}: date is not allowed`]);
  });
});
