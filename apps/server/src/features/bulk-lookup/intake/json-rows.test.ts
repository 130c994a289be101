import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noSlices } from '../../../../test/slices.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { openJsonRows } from './json-rows.ts';

const read = async (text: string, slices = noSlices) => {
  const { options, rows } = await openJsonRows(Buffer.from(text), slices);
  return { options, rows: [...rows()].filter((row) => row !== null) };
};

async function errorOf(text: string): Promise<AppError> {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('rows in JSON', () => {
  it('are read as JSON.parse reads them, in any formatting', async () => {
    const name = fc.string({ unit: 'binary', maxLength: 6 }).map((text) => text.replaceAll('\0', ''));
    const row = fc.dictionary(name, name, { noNullPrototype: true, maxKeys: 4 });
    const body = fc.record({
      csvData: fc.array(row, { maxLength: 4 }),
      fileName: fc.string(),
      columns: fc.array(fc.string(), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(0, 2, '\t'), async (given, indent) => {
        const found = await read(JSON.stringify(given, null, indent));
        const { csvData, ...options } = given;
        expect(found.options).toEqual(options);
        expect(found.rows).toEqual(csvData.map((each) => Object.entries(each).flat()));
      }),
    );
  });

  it('are rejected if JSON.parse rejects them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.nat({ max: 40 }), async (noise, at) => {
        const whole = '{"csvData":[{"a":"b","c":"d"},{}],"x":[1]}';
        const text = whole.slice(0, at) + noise + whole.slice(at);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (!isJson) await expect(read(text)).rejects.toThrow(AppError);
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
    [`{"csvData":[{"a":"${'\\"'.repeat(600_000)}"}]}`, 'file_refused'],
    [`{"csvData":[{"a":${'1'.repeat(1_100_000)}}]}`, 'invalid_request'],
    [`{"csvData":[${' '.repeat(1_100_000)}]}`, 'invalid_request'],
  ])('are rejected: %.40s', async (text, code) => {
    expect((await errorOf(text)).code).toBe(code);
  });

  it('that are invalid are reported up to the twentieth', async () => {
    const { details = [] } = await errorOf(`{"csvData":[${'1,'.repeat(1_000_000)}{"a":2}]}`);
    expect(details).toHaveLength(20);
    expect(details[0]).toEqual({ path: 'body.csvData.0', message: 'Each row must be an object.' });
  });

  it('that are invalid are reported up to the first that is long', async () => {
    const { details = [] } = await errorOf(`{"csvData":[{"a":1},{"b":[${'1,'.repeat(100_000)}1]},{"c":1}]}`);
    expect(details.map(({ path }) => path)).toEqual(['body.csvData.0.a', 'body.csvData.1.b']);
  });

  it('lose characters that PostgreSQL does not accept', async () => {
    const { rows } = await read('{"csvData":[{"a":"b\\u0000c\\ud800"}]}');
    expect(rows).toEqual([['a', 'bc\uFFFD']]);
  });
});
