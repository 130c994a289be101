import { randomUUID } from 'node:crypto';
import type { BodyFile } from '@warranty/contracts/core/endpoint';
import { AppError } from '../app-error.ts';

/** A body, or a part of one, in memory. */
export interface BodyBytes {
  readonly segments: readonly Buffer[];
  readonly length: number;
}

/** Limit for everything but the file. */
const maxRemainderBytes = 64 * 1024;
/** Bodies up to this size are parsed as a whole. In a larger one, the file is the string at `maxRemainderBytes`. */
const maxParsedBytes = 256 * 1024;
const maxDataUrlPrefixBytes = 256;
const [quote, backslash, comma, padding] = [0x22, 0x5c, 0x2c, 0x3d];
/** Stands for the file in the JSON that is parsed. Clients cannot know it. */
const placeholder = randomUUID();

/** For a JSON body with a file: base64 is a third larger, and JSON may escape its slashes. */
export const jsonLimitOf = ({ maxBytes }: BodyFile) => Math.ceil((maxBytes * 4) / 3) + maxParsedBytes;

const remainderTooLarge = () => new AppError('body_too_large', { values: { limit: maxRemainderBytes } });

export function invalidBase64(field: string): AppError {
  const details = [{ path: `body.${field}`, message: 'Invalid base64, or the field appears twice.' }];
  return new AppError('invalid_request', { details });
}

/** Where the string begins that contains the byte at `position`; -1 if there is none. */
function startOfString(json: Buffer, position: number): number {
  let start = -1;
  for (let index = 0; index < position; index += 1) {
    if (start >= 0 && json[index] === backslash) index += 1;
    else if (json[index] === quote) start = start < 0 ? index + 1 : -1;
  }
  return start;
}

function indexOfQuote({ segments, length }: BodyBytes, from: number): number {
  let offset = 0;
  for (const segment of segments) {
    const index = segment.indexOf(quote, Math.max(0, from - offset));
    if (index >= 0) return offset + index;
    offset += segment.length;
  }
  return length;
}

function slice({ segments }: BodyBytes, start: number, end: number): BodyBytes {
  let offset = 0;
  const parts = segments.map((segment) => {
    const from = start - offset;
    offset += segment.length;
    return segment.subarray(Math.max(0, from), Math.max(0, from + end - start));
  });
  return { segments: parts.filter((part) => part.length > 0), length: end - start };
}

/** Whether the decoded file is too large. If slashes are escaped, only its reader can tell. */
function isTooLarge({ segments, length }: BodyBytes, maxBytes: number): boolean {
  if (segments.some((segment) => segment.includes(backslash))) return false;
  const prefix = (segments[0]?.subarray(0, maxDataUrlPrefixBytes).indexOf(comma) ?? -1) + 1;
  const end = Buffer.concat(segments.slice(-2).map((segment) => segment.subarray(-2))).subarray(-2);
  return ((length - prefix) / 4) * 3 - end.filter((byte) => byte === padding).length > maxBytes;
}

/** Whether the field appears more than once, at any depth. */
function isRepeated(json: Buffer, field: string): boolean {
  const [, ...rest] = json.toString('latin1').split(`"${field}"`);
  return rest.filter((text) => /^\s*:/.test(text)).length > 1;
}

/** Where the file begins in a body that is too large to be parsed as a whole. */
function startOfFile({ segments: [first] }: BodyBytes): number {
  const start = first ? startOfString(first, maxRemainderBytes) : -1;
  if (start < 0) throw remainderTooLarge();
  return start;
}

/** The error for a body that exceeds its limit: it ends inside the file, or something else is too large. */
export function overflowOf(body: BodyBytes, { tooLarge }: BodyFile): AppError {
  startOfFile(body);
  return indexOfQuote(body, maxRemainderBytes) < body.length ? remainderTooLarge() : new AppError(tooLarge);
}

/** Called when a part of the body has arrived: a body that is large without a large file need not arrive completely. */
export function checkArrived(body: BodyBytes, addedBytes: number): void {
  if (body.length > maxParsedBytes && body.length - addedBytes <= maxParsedBytes) startOfFile(body);
}

/**
 * Cuts a large file out of a JSON body without parsing or decoding it, which would delay all other requests. Returns the
 * JSON to parse; `file` is null if the file is still in there.
 */
export function cutFile(body: BodyBytes, { field }: BodyFile): { json: Buffer; file: BodyBytes | null } {
  const { length } = body;
  const isLarge = length > maxParsedBytes;
  const start = isLarge ? startOfFile(body) : length;
  const end = isLarge ? indexOfQuote(body, maxRemainderBytes) : length;
  if (isLarge && start + length - end > maxRemainderBytes) throw remainderTooLarge();
  const [before, after] = [slice(body, 0, start), slice(body, end, length)];
  const mark = Buffer.from(isLarge ? placeholder : '');
  const json = Buffer.concat([...before.segments, mark, ...after.segments]);
  if (isRepeated(json, field)) throw invalidBase64(field);
  return { json, file: isLarge ? slice(body, start, end) : null };
}

/** The file as it is in the JSON text: the one that was cut out, or the text of the field. Null if there is none. */
export function fileInField(
  { field, maxBytes, tooLarge }: BodyFile,
  body: unknown,
  cut: BodyBytes | null,
): BodyBytes | null {
  const text = (body as Record<string, unknown> | null)?.[field];
  if (cut && text !== placeholder) throw remainderTooLarge();
  if (typeof text !== 'string') return null;
  const inner = Buffer.from(JSON.stringify(text).slice(1, -1));
  const file = cut ?? { segments: [inner], length: inner.length };
  if (isTooLarge(file, maxBytes)) throw new AppError(tooLarge);
  return file;
}
