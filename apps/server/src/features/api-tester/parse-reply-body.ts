import { exceedsDepth } from '../../platform/http/json-body.ts';

/** Deeper JSON is handed on as text: reading and writing it would stall the process. */
const maxDepth = 256;

/** A body as its type says: JSON is read, everything else is a text, and nothing is ever shown as a page. */
export function parseReplyBody(text: string, contentType = ''): unknown {
  if (!/^[^;]*[/+]json\s*(;|$)/i.test(contentType) || exceedsDepth(text, maxDepth)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
