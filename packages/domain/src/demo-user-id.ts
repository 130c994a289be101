import { demoUserIdPattern } from '@warranty/contracts/session';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes at or above this limit are discarded: they would favor the first letters. */
const fairBytes = 256 - (256 % alphabet.length);

export function isDemoUserId(value: string | null | undefined): value is string {
  return value != null && demoUserIdPattern.test(value);
}

type RandomBytes = (length: number) => Uint8Array;

/** What makes a user's name unlike others: 9 characters, drawn uniformly from 36. */
export function newNameEnding(randomBytes: RandomBytes): string {
  let characters = '';
  while (characters.length < 9) {
    for (const byte of randomBytes(16)) {
      if (byte < fairBytes && characters.length < 9) characters += alphabet[byte % alphabet.length];
    }
  }
  return characters;
}

export const newDemoUserId = (randomBytes: RandomBytes): string => `demo-user-${newNameEnding(randomBytes)}`;
