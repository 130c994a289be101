import type { BodyFile } from '@warranty/contracts/core/endpoint';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../app-error.ts';
import { type BodyBytes, checkArrived, cutFile, fileInField, overflowOf } from './file-field.ts';

const kilobyte = 1024;
const maxBytes = 1000 * kilobyte;
const file: BodyFile = { types: [], field: 'image', maxBytes, tooLarge: 'image_too_large' };

/** A body in segments that end at these positions. The first segment always holds the part in which the file begins. */
function bodyOf(text: string | Buffer, cuts: readonly number[] = []): BodyBytes {
  const bytes = Buffer.from(text);
  const first = 64 * kilobyte;
  const ends = cuts.map((cut) => first + (cut % Math.max(1, bytes.length - first)));
  const segments: Buffer[] = [];
  let from = 0;
  for (const end of [...ends.sort((a, b) => a - b), bytes.length]) {
    segments.push(bytes.subarray(from, end));
    from = Math.max(from, end);
  }
  return { segments, length: bytes.length };
}

/** The parsed body, and the file as text. */
function take(text: string | Buffer, cuts?: readonly number[]) {
  const { json, file: cut } = cutFile(bodyOf(text, cuts), file);
  const parsed: Record<string, unknown> = JSON.parse(json.toString());
  const found = fileInField(file, parsed, cut);
  const { image: _, ...rest } = parsed;
  const held = found && JSON.parse(`"${Buffer.concat(found.segments)}"`);
  expect(Buffer.concat(found?.segments ?? []).length).toBe(found?.length ?? 0);
  return { rest, text: held as string | null };
}

const codeOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

const cuts = fc.array(fc.nat(), { maxLength: 12 });
/** Around the size from which the file is cut out. */
const size = fc.oneof(fc.nat(200), fc.integer({ min: 190 * kilobyte, max: 200 * kilobyte }));
const base64 = size.map((bytes) => Buffer.alloc(bytes, 'a file?').toString('base64'));
const large = 'A'.repeat(300 * kilobyte);

describe('a file in a JSON body', () => {
  it('is found without changing the rest, whatever its size and wherever the segments end', () => {
    fc.assert(
      fc.property(base64, fc.dictionary(fc.string(), fc.jsonValue()), cuts, (text, others, at) => {
        const { image: _, ...rest } = others;
        const after = { last: '"image":"' };
        expect(take(JSON.stringify({ ...rest, image: text, ...after }), at)).toEqual({
          rest: JSON.parse(JSON.stringify({ ...rest, ...after })),
          text,
        });
      }),
    );
  });

  it.each(['', large])('may have a data URL prefix, escaped slashes and an escaped name', (more) => {
    const text = `data:image/png;base64,${more}////`;
    expect(take(`{"im\\u0061ge":"${text.replaceAll('/', '\\/')}"}`).text).toBe(text);
  });

  it.each([
    ['from a nested object', '{"a":{"image":"AAAA"}}'],
    ['from a list', '["image","AAAA"]'],
    ['if its name is only a value', '{"a":"image","b":"AAAA"}'],
    ['if it is not a string', '{"image":4}'],
  ])('is not taken %s', (_, body) => {
    expect(take(body).text).toBeNull();
  });

  it.each([
    ['in a small body', '{"image":"AAAA","image":"AAAA"}'],
    ['before the large one', `{"image":"AAAA","image":"${large}"}`],
    ['after the large one', `{"image":"${large}", "image" : "AAAA"}`],
  ])('is rejected if it appears twice, %s', (_, body) => {
    expect(codeOf(() => take(body))).toBe('invalid_request');
  });

  it.each([
    ['before it', `{"more":"${'x'.repeat(64 * kilobyte)}","image":"${large}"}`],
    ['after it', `{"image":"${large}","more":"${'x'.repeat(64 * kilobyte)}"}`],
    ['on both sides', `${' '.repeat(40 * kilobyte)}{"image":"${large}"${' '.repeat(40 * kilobyte)}}`],
    ['instead of it', `{"image":"AAAA","more":"${large}"}`],
    ['in a nested field of its name', `{"a":{"image":"${large}"}}`],
    ['in a list', `["image","${large}"]`],
    ['without any text', '['.repeat(300 * kilobyte)],
  ])('does not raise the size limit for what is %s', (_, body) => {
    expect(codeOf(() => take(body))).toBe('body_too_large');
  });

  it.each([0, 1, 2, 3])(
    'is rejected from one byte above its limit, with %i bytes in the last group',
    (rest) => {
      const text = (bytes: number) => Buffer.alloc(bytes).toString('base64');
      const limited = { ...file, maxBytes: 300 * kilobyte + rest };
      const outcome = (bytes: number, prefix = '') => {
        const { json, file: cut } = cutFile(bodyOf(`{"image":"${prefix}${text(bytes)}"}`), limited);
        return codeOf(() => fileInField(limited, JSON.parse(json.toString()), cut)?.length);
      };
      for (const prefix of ['', 'data:image/png;base64,']) {
        expect(outcome(limited.maxBytes, prefix)).toBe(prefix.length + text(limited.maxBytes).length);
        expect(outcome(limited.maxBytes + 1, prefix)).toBe('image_too_large');
      }
    },
  );

  it('is named as too large only if the body ends inside of it', () => {
    const overflow = (text: string) => codeOf(() => overflowOf(bodyOf(text), file).code);
    expect(overflow(`{"image":"${large}`)).toBe('image_too_large');
    expect(overflow(`{"image":"${large}","more":"`)).toBe('body_too_large');
    expect(overflow(' '.repeat(large.length))).toBe('body_too_large');
  });

  it('that is not there is noticed while the body arrives', () => {
    const arrived = (text: string, added: number) => codeOf(() => checkArrived(bodyOf(text), added));
    expect(arrived(' '.repeat(256 * kilobyte), 1)).toBeUndefined();
    expect(arrived(' '.repeat(256 * kilobyte + 1), 1)).toBe('body_too_large');
    expect(arrived(`{"image":"${large}`, large.length)).toBeUndefined();
  });
});
