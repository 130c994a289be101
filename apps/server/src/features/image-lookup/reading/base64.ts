import { maxImageBytes } from '@warranty/contracts/image-lookup';
import { UnreadableImageError } from './unreadable-image.ts';

const dataUrlPrefix = /^data:[\w.+/-]*(?:;[\w.+=-]+)*;base64,/i;
const maxPrefixLength = 256;

/** Encoders of JSON may escape slashes. */
function unescapeJson(json: Buffer): string {
  try {
    return JSON.parse(`"${json.toString('latin1')}"`) as string;
  } catch (cause) {
    throw new UnreadableImageError('not-base64', { cause });
  }
}

/** Decodes strict RFC 4648 base64 from inside the quotes of a JSON string, with or without a data URL prefix. */
export function decodeBase64(json: Buffer): Buffer {
  const text = unescapeJson(json);
  const base64 = text.slice(dataUrlPrefix.exec(text.slice(0, maxPrefixLength))?.[0].length ?? 0);
  const bytes = Buffer.from(base64, 'base64');
  // Node skips what is not base64. Only strict base64 is the same when it is encoded again.
  if (bytes.toString('base64') !== base64) throw new UnreadableImageError('not-base64');
  if (bytes.length > maxImageBytes) throw new UnreadableImageError('too-many-bytes');
  return bytes;
}
