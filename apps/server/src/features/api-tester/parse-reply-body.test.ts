import { expect, it } from 'vitest';
import { parseReplyBody } from './parse-reply-body.ts';

it.each([
  ['{"a":1}', 'application/json', { a: 1 }],
  ['[1]', 'application/problem+json; charset=utf-8', [1]],
  ['7', 'APPLICATION/JSON', 7],
  ['{"a":1}', 'text/plain', '{"a":1}'],
  ['{"a":1}', 'text/html; x=application/json', '{"a":1}'],
  ['{"a":1}', undefined, '{"a":1}'],
  ['<html>', 'application/json', '<html>'],
  ['', 'application/json', ''],
])('parses %j with the content type %s', (text, type, data) => {
  expect(parseReplyBody(text, type)).toEqual(data);
});

it('returns deeply nested JSON as text, quickly', () => {
  const deep = '['.repeat(2_500_000) + ']'.repeat(2_500_000);
  const before = process.threadCpuUsage();
  expect(parseReplyBody(deep, 'application/json')).toBe(deep);
  expect(process.threadCpuUsage(before).user).toBeLessThan(100_000);
});
