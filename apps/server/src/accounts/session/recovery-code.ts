import { randomBytes } from 'node:crypto';
import { hashToken } from '../../platform/secrets/tokens.ts';

/** Crockford's base 32: no I, L, O or U, so a code can be read aloud and written by hand. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const selectorLength = 8;
const secretLength = 20;

export interface RecoveryCode {
  /** The code shown to the user: seven groups of four. */
  text: string;
  selector: string;
  secretHash: Buffer;
}

export function newRecoveryCode(): RecoveryCode {
  const characters = Array.from(
    randomBytes(selectorLength + secretLength),
    (byte) => alphabet[byte % alphabet.length],
  ).join('');
  return { text: characters.replace(/(.{4})(?=.)/g, '$1-'), ...split(characters) };
}

/** Parses user input; null if it cannot be a code. */
export function readRecoveryCode(typed: string): Omit<RecoveryCode, 'text'> | null {
  const characters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (characters.length !== selectorLength + secretLength) return null;
  if (![...characters].every((character) => alphabet.includes(character))) return null;
  return split(characters);
}

function split(characters: string): Omit<RecoveryCode, 'text'> {
  return {
    selector: characters.slice(0, selectorLength),
    secretHash: hashToken(characters.slice(selectorLength)),
  };
}
