import { describe, expect, it } from 'vitest';
import { dataText, readData, statusTextOf } from './test-response.ts';

describe('readData', () => {
  it.each([
    ['application/json', { a: 1 }],
    ['application/json; charset=utf-8', { a: 1 }],
    ['application/problem+json', { a: 1 }],
    ['text/html; charset=utf-8', '{"a":1}'],
    ['text/plain; x=application/json', '{"a":1}'],
    ['application/jsonlines', '{"a":1}'],
    [undefined, '{"a":1}'],
  ])('parses the content type %s', (type, data) => {
    expect(readData('{"a":1}', type)).toEqual(data);
  });

  it('returns invalid JSON unchanged', () => {
    expect(readData('{"a":', 'application/json')).toBe('{"a":');
  });
});

describe('dataText', () => {
  it('formats JSON and leaves text unchanged', () => {
    expect(dataText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(dataText('<b>x</b>')).toBe('<b>x</b>');
    expect(dataText(null)).toBe('null');
  });
});

describe('statusTextOf', () => {
  it('prefers the text of the response', () => {
    expect([statusTextOf(404, 'Nothing Here'), statusTextOf(404), statusTextOf(599)]).toEqual([
      'Nothing Here',
      'Not Found',
      '',
    ]);
  });
});
