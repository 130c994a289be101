import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { createBase64FieldExtractor, decodeQuanta } from './base64-field.ts';

interface Taken {
  rest: unknown;
  file: Buffer | null;
}

/** Extracts the file from a body that arrives in chunks that end at these positions. */
function take(body: string | Buffer, cuts: readonly number[] = [], maxRemainderBytes = 10_000): Taken {
  const bytes = Buffer.from(body);
  const pieces: Buffer[] = [];
  const taker = createBase64FieldExtractor('image', maxRemainderBytes, {
    decode(source, start, end) {
      const piece = Buffer.alloc(((end - start) / 4) * 3);
      pieces.push(piece);
      return decodeQuanta(source, start, end, piece, 0);
    },
    add: (last) => pieces.push(Buffer.from(last)),
  });
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  let from = 0;
  for (const end of ends) {
    taker.take(bytes.subarray(from, end));
    from = end;
  }
  const { rest, taken } = taker.end();
  return { rest: JSON.parse(rest.toString()), file: taken ? Buffer.concat(pieces) : null };
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });
const file = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));

const outcomeOf = (body: string, at: readonly number[] = []) => {
  try {
    return take(body, at).file;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

describe('a file in a JSON body', () => {
  it('is decoded without changing the rest, wherever the chunks end', () => {
    fc.assert(
      fc.property(file, fc.dictionary(fc.string(), fc.jsonValue()), cuts, (bytes, others, at) => {
        const { image: _, ...rest } = others;
        const body = JSON.stringify({ ...rest, image: bytes.toString('base64'), last: '"image":"' });
        expect(take(body, at)).toEqual({
          rest: JSON.parse(JSON.stringify({ ...rest, image: '', last: '"image":"' })),
          file: bytes,
        });
      }),
    );
  });

  it('may have a data URL prefix, escaped slashes and an escaped name', () => {
    const bytes = Buffer.alloc(300, 0xff);
    const slashes = bytes.toString('base64').replaceAll('/', '\\/');
    expect(slashes).toContain('\\/');
    fc.assert(
      fc.property(cuts, (at) => {
        expect(take(`{"im\\u0061ge":"data:image\\/png;base64,${slashes}"}`, at).file).toEqual(bytes);
      }),
    );
  });

  it.each([
    ['from a nested object', '{"a":{"image":"AAAA"}}'],
    ['from a list', '["image","AAAA"]'],
    ['if its name is only a value', '{"a":"image","b":"AAAA"}'],
    ['if it is not a string', '{"image":4}'],
  ])('is not extracted %s', (_, body) => {
    expect(take(body)).toEqual({ rest: JSON.parse(body), file: null });
  });

  it.each([
    ['spaces', 'AAAA AAAA'],
    ['a line break', 'AAAA\\nAAAA'],
    ['the URL-safe alphabet', 'AA-_AAAA'],
    ['padding in the middle', 'AA==AAAA'],
    ['no padding', 'AAAAAA'],
    ['nonzero trailing bits', 'AAAAAB=='],
    ['one character too many', 'AAAAA'],
    ['a data URL without base64', 'data:image/png,AAAA'],
    ['a data URL prefix that never ends', `data:${';a'.repeat(500)}`],
    ['a quote', 'AAAA\\"AAAA'],
    ['a non-ASCII letter', 'AAAÄ'],
  ])('is rejected with %s', (_, text) => {
    fc.assert(
      fc.property(cuts, (at) => {
        expect(outcomeOf(`{"image":"${text}"}`, at)).toBe('invalid_request');
      }),
      { numRuns: 20 },
    );
  });

  it('is rejected if it appears twice', () => {
    expect(outcomeOf('{"image":"AAAA","image":"AAAA"}')).toBe('invalid_request');
  });

  it('does not raise the size limit for the rest', () => {
    expect(() => take(`{"image":"AAAA","more":"${'x'.repeat(10_000)}"}`)).toThrow(AppError);
  });
});
