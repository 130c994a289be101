import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { createBase64FieldExtractor, decodeQuanta } from './base64-field.ts';

interface Taken {
  rest: unknown;
  file: Buffer | null;
}

/** What a body gives when it arrives in pieces that end at these places. */
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
  it('is decoded, and the rest left as it was, wherever the pieces end', () => {
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

  it('may have the start of a data URL, escaped slashes and an escaped name', () => {
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
    ['in another object', '{"a":{"image":"AAAA"}}'],
    ['in a list', '["image","AAAA"]'],
    ['as a value', '{"a":"image","b":"AAAA"}'],
    ['as no text', '{"image":4}'],
  ])('is not taken %s', (_, body) => {
    expect(take(body)).toEqual({ rest: JSON.parse(body), file: null });
  });

  it.each([
    ['spaces', 'AAAA AAAA'],
    ['a new line', 'AAAA\\nAAAA'],
    ['the alphabet for addresses', 'AA-_AAAA'],
    ['padding in the middle', 'AA==AAAA'],
    ['no padding', 'AAAAAA'],
    ['bits left over', 'AAAAAB=='],
    ['one character too many', 'AAAAA'],
    ['an address that is no data', 'data:image/png,AAAA'],
    ['a data address without an end', `data:${';a'.repeat(500)}`],
    ['a quote', 'AAAA\\"AAAA'],
    ['a letter that is none', 'AAAÄ'],
  ])('is refused with %s', (_, text) => {
    fc.assert(
      fc.property(cuts, (at) => {
        expect(outcomeOf(`{"image":"${text}"}`, at)).toBe('invalid_request');
      }),
      { numRuns: 20 },
    );
  });

  it('is refused when it is given twice', () => {
    expect(outcomeOf('{"image":"AAAA","image":"AAAA"}')).toBe('invalid_request');
  });

  it('does not open the door for a large rest', () => {
    expect(() => take(`{"image":"AAAA","more":"${'x'.repeat(10_000)}"}`)).toThrow(AppError);
  });
});
