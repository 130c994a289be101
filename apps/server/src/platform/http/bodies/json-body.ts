import type { Endpoint } from '@warranty/contracts/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { mayHoldUnstorable, refuseUnstorable } from './storable-text.ts';

export interface JsonBounds {
  depth: number;
  /** Counts every member of an object and every item of a list. */
  values: number;
}

/**
 * JSON.parse has no limits: a deeply nested body blocks the process, and so does a schema that reports an issue for each of
 * a hundred thousand items. These defaults are above what any of our bodies needs; an endpoint may override them.
 */
const usual: JsonBounds = { depth: 64, values: 10_000 };

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** The bit that distinguishes brackets from braces. */
const brace = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/** Scans the text once, skipping strings, without allocating. An empty list or object counts as two values. */
export function findExcess(
  text: string,
  { depth: deepest, values: most }: JsonBounds,
): keyof JsonBounds | null {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === backslash) index += 1;
      else if (character === quote) inString = false;
    } else if (character === quote) inString = true;
    else if (character === comma) values += 1;
    else if ((character | brace) === opening) {
      depth += 1;
      values += 1;
      if (depth > deepest) return 'depth';
      if (values > most) return 'values';
    } else if ((character | brace) === closing) depth -= 1;
  }
  return values > most ? 'values' : null;
}

export function exceedsDepth(text: string, depth = usual.depth): boolean {
  return findExcess(text, { depth, values: Number.POSITIVE_INFINITY }) === 'depth';
}

/** Only JSON in UTF-8 is accepted unless an endpoint declares another type; anything else gets a 415. */
const jsonMediaType = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/** Above this length, or the default number of values, a body may be passed on as text. */
const maxParsedLength = 256 * 1024;

/** A body that its endpoint takes as text and that is parsed elsewhere. */
export class UnparsedBody {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function refuseExcess(excess: keyof JsonBounds, values: number): AppError {
  const message = `The body holds more than ${values} values.`;
  return new AppError('invalid_request', excess === 'values' ? { details: [{ path: 'body', message }] } : {});
}

function refuseText(endpoint: Endpoint | undefined, text: string, body: unknown): AppError | null {
  return endpoint?.cleansText || !mayHoldUnstorable(text) ? null : refuseUnstorable({ body });
}

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(jsonMediaType, { parseAs: 'string' }, (request, given, done) => {
    const text = given as string;
    const { endpoint } = request.routeOptions.config;
    const values = endpoint?.maxValues ?? usual.values;
    const isLarge = endpoint?.largeBodyAsText && text.length > maxParsedLength;
    const excess = isLarge ? 'values' : findExcess(text, { ...usual, values });
    if (endpoint?.largeBodyAsText && excess === 'values') done(null, new UnparsedBody(text));
    else if (excess) done(refuseExcess(excess, values));
    else parseJson(request, text, (error, body) => done(error ?? refuseText(endpoint, text, body), body));
  });
}
