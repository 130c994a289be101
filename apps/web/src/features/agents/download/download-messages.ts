import { endSentence } from '@warranty/domain/sentences';

const stillBuilt = 'Agent binaries are currently being built. Please check back soon.';

interface Unavailable {
  message?: unknown;
  available_platforms?: unknown;
}

/** The server's message, or else the default one, followed by the available platforms. */
export function notAvailableText(reply: unknown): string {
  const { message, available_platforms } = (reply ?? {}) as Unavailable;
  const platforms = (Array.isArray(available_platforms) ? available_platforms : [])
    .map((each: { platform?: unknown } | null) => each?.platform)
    .filter((platform) => typeof platform === 'string');
  const text = typeof message === 'string' && message !== '' ? message : stillBuilt;
  return platforms.length > 0 ? `${endSentence(text)} Currently available: ${platforms.join(', ')}` : text;
}
