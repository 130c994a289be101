import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** Deeper than any body we take; JSON.parse has no limit of its own and a deep one stalls the process. */
const maxDepth = 64;

const quote = 0x22;
const backslash = 0x5c;

/** Walks the text once, outside strings, without building anything. */
export function exceedsDepth(text: string, limit = maxDepth): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === backslash) at += 1;
      else if (character === quote) inString = false;
    } else if (character === quote) inString = true;
    else if (character === 0x7b || character === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === 0x7d || character === 0x5d) depth -= 1;
  }
  return false;
}

/** JSON in UTF-8 is the only body taken unless an endpoint says otherwise; the rest is 415. */
const jsonMediaType = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/** Beyond this a body may be handed on as text. */
const maxParsedLength = 256 * 1024;

/** A body that its endpoint takes as text, to be parsed elsewhere. */
export class UnparsedBody {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(jsonMediaType, { parseAs: 'string' }, (request, text, done) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint?.largeBodyAsText && text.length > maxParsedLength)
      done(null, new UnparsedBody(text as string));
    else if (exceedsDepth(text as string)) done(new AppError('invalid_request'));
    else parseJson(request, text as string, done);
  });
}
