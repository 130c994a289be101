import { endSentence } from '@warranty/domain/sentences';

const stillBuilt = 'Agent binaries are currently being built. Please check back soon.';

interface Unavailable {
  message?: unknown;
  available_platforms?: unknown;
}

/** What the server says, else the sentence of the product, and which platforms can be had. */
export function notAvailableText(reply: unknown): string {
  const { message, available_platforms } = (reply ?? {}) as Unavailable;
  const platforms = (Array.isArray(available_platforms) ? available_platforms : [])
    .map((each: { platform?: unknown } | null) => each?.platform)
    .filter((platform) => typeof platform === 'string');
  const said = typeof message === 'string' && message !== '' ? message : stillBuilt;
  return platforms.length > 0 ? `${endSentence(said)} Currently available: ${platforms.join(', ')}` : said;
}
