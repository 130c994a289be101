import { demoUserIdPattern } from '@warranty/contracts/session';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes at or above this limit are discarded: they would favor the first letters. */
const fairBytes = 256 - (256 % alphabet.length);

export function isDemoUserId(value: string | null | undefined): value is string {
  return value != null && demoUserIdPattern.test(value);
}

/** `demo-user-` plus 9 characters, drawn uniformly from 36. */
export function newDemoUserId(randomBytes: (length: number) => Uint8Array): string {
  let characters = '';
  while (characters.length < 9) {
    for (const byte of randomBytes(16)) {
      if (byte < fairBytes && characters.length < 9) characters += alphabet[byte % alphabet.length];
    }
  }
  return `demo-user-${characters}`;
}
