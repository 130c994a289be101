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
  ])('with the type %s', (type, data) => {
    expect(readData('{"a":1}', type)).toEqual(data);
  });

  it('shows JSON that cannot be read as it came', () => {
    expect(readData('{"a":', 'application/json')).toBe('{"a":');
  });
});

describe('dataText', () => {
  it('sets JSON in lines and leaves a text alone', () => {
    expect(dataText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(dataText('<b>x</b>')).toBe('<b>x</b>');
    expect(dataText(null)).toBe('null');
  });
});

describe('statusTextOf', () => {
  it('prefers what was told', () => {
    expect([statusTextOf(404, 'Nothing Here'), statusTextOf(404), statusTextOf(599)]).toEqual([
      'Nothing Here',
      'Not Found',
      '',
    ]);
  });
});
