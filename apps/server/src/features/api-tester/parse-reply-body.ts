import { exceedsDepth } from '../../platform/http/bodies/json-body.ts';

/** JSON nested deeper is passed on as text: parsing and serializing it would stall the process. */
const maxDepth = 256;

/** Parses JSON if the content type says so; returns anything else as text, never as HTML to render. */
export function parseReplyBody(text: string, contentType = ''): unknown {
  if (!/^[^;]*[/+]json\s*(;|$)/i.test(contentType) || exceedsDepth(text, maxDepth)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
