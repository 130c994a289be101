import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 40;
const checksumLength = 6;

/** CRC-32 in base 62: it finds every change of a single character, and of several nearly always. */
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
 * Secrets that people copy into other programs: a prefix, 238 random bits in base 62 and a checksum, recognisable by
 * their form and checkable without asking anybody.
 */
export function createTokenFormat(prefix: string) {
  const form = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
  return {
    create(): string {
      let random = '';
      while (random.length < randomLength) random += alphabet[randomInt(alphabet.length)];
      return prefix + random + checksum(random);
    },

    /** False for whatever cannot be such a token, typing errors included. */
    isWellFormed(token: string): boolean {
      if (!form.test(token)) return false;
      return token.endsWith(checksum(token.slice(prefix.length, prefix.length + randomLength)));
    },

    /** Enough for its owner to tell it by: 190 of its bits stay unknown. */
    masked: (token: string): string => `${token.slice(0, prefix.length + 4)}...${token.slice(-4)}`,
  };
}

/** What is stored of a token, in hex. It has enough entropy of its own, so a slow hash would add nothing. */
export function hashTokenHex(token: string): string {
  return hash('sha256', token, 'hex');
}
