import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 40;
const checksumLength = 6;

/** CRC-32 in base 62: detects every change of a single character, and nearly every change of several. */
function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < checksumLength; place += 1) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

/**
 * Secrets that users copy into other programs: a prefix, 238 random bits in base 62 and a checksum. They are recognizable
 * by their format and can be checked without a query.
 */
export function createTokenFormat(prefix: string) {
  const form = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
  return {
    create(): string {
      let random = '';
      while (random.length < randomLength) random += alphabet[randomInt(alphabet.length)];
      return prefix + random + checksum(random);
    },

    /** Returns false for text that cannot be a token, including typing errors. */
    isWellFormed(token: string): boolean {
      if (!form.test(token)) return false;
      return token.endsWith(checksum(token.slice(prefix.length, prefix.length + randomLength)));
    },

    /** Enough for the owner to recognize it: 190 bits stay unknown. */
    masked: (token: string): string => `${token.slice(0, prefix.length + 4)}...${token.slice(-4)}`,
  };
}

/** The stored form of a token, in hex. Tokens have enough entropy, so a slow hash would add nothing. */
export function hashTokenHex(token: string): string {
  return hash('sha256', token, 'hex');
}
