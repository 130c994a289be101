import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/http/app-error.ts';
import { openJsonRows } from './json-rows.ts';

const read = (text: string) => {
  const { options, rows } = openJsonRows(Buffer.from(text));
  return { options, rows: [...rows()] };
};

function errorOf(text: string): AppError {
  try {
    read(text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('rows in JSON', () => {
  it('are read as JSON.parse reads them, in any formatting', () => {
    const name = fc.string({ unit: 'binary', maxLength: 6 }).map((text) => text.replaceAll('\0', ''));
    const row = fc.dictionary(name, name, { noNullPrototype: true, maxKeys: 4 });
    const body = fc.record({
      csvData: fc.array(row, { maxLength: 4 }),
      fileName: fc.string(),
      columns: fc.array(fc.string(), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(body, fc.constantFrom(0, 2, '\t'), (given, indent) => {
        const found = read(JSON.stringify(given, null, indent));
        const { csvData, ...options } = given;
        expect(found.options).toEqual(options);
        expect(found.rows).toEqual(csvData.map((each) => Object.entries(each).flat()));
      }),
    );
  });

  it('are rejected if JSON.parse rejects them', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: 40 }), (noise, at) => {
        const whole = '{"csvData":[{"a":"b","c":"d"},{}],"x":[1]}';
        const text = whole.slice(0, at) + noise + whole.slice(at);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (!isJson) expect(() => read(text)).toThrow(AppError);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['[]', 'invalid_request'],
    ['{"csvData":{}}', 'invalid_request'],
    ['{"csvData":[]} x', 'invalid_request'],
    [`{"csvData":[${'['.repeat(100)}${']'.repeat(100)}]}`, 'invalid_request'],
    [`{"csvData":[{"a":"${'x'.repeat(33_000)}"}]}`, 'file_refused'],
    [
      `{"csvData":[${JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [index, ''])))}]}`,
      'file_refused',
    ],
    [`{"csvData":[],"columns":["${'x'.repeat(300_000)}"]}`, 'body_too_large'],
  ])('are rejected: %.40s', (text, code) => {
    expect(errorOf(text).code).toBe(code);
  });

  it('that are invalid are reported up to the twentieth', () => {
    const { details = [] } = errorOf(`{"csvData":[${'1,'.repeat(1_000_000)}{"a":2}]}`);
    expect(details).toHaveLength(20);
    expect(details[0]).toEqual({ path: 'body.csvData.0', message: 'Each row must be an object.' });
  });

  it('lose characters that PostgreSQL does not accept', () => {
    expect(read('{"csvData":[{"a":"b\\u0000c\\ud800"}]}').rows).toEqual([['a', 'bc\uFFFD']]);
  });
});
