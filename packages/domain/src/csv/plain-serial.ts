import { type DetectedManufacturer, detectManufacturer } from '../detect-manufacturer.ts';
import { manufacturers, otherManufacturers, strongSerials } from '../manufacturer-data.ts';

const minLength = 7;
const maxLength = 20;
/** A word of this many letters before a digit may be a family, as in "PROONE600". */
const minWordLength = 5;

const names = [
  ...manufacturers.flatMap(({ aliases, families }) => [...aliases, ...families]),
  ...otherManufacturers,
];
const words = new Set(names.map((name) => name.toUpperCase()));

/**
 * Nearly every identifier of a long list is a bare service tag or serial number in capitals, of which `readIdentifier`
 * says nothing but what it is. It takes 7 µs to say so, this takes 0.03; a test holds the two against each other.
 * Bare numbers of other lengths than a tag's go the long way: they may be express service codes.
 */
export function isPlainSerial(text: string): boolean {
  const { length } = text;
  if (length < minLength || length > maxLength) return false;
  let hasLetter = false;
  let isAllZeros = true;
  let firstDigit = -1;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      if (firstDigit < 0) firstDigit = at;
      if (code > 48) isAllZeros = false;
    } else if (code >= 65 && code <= 90) hasLetter = true;
    else return false;
  }
  if (firstDigit < 0) return false;
  if (!hasLetter) return length === minLength && !isAllZeros;
  return firstDigit < minWordLength || !words.has(text.slice(0, firstDigit));
}

/** A form that is one maker's alone. */
export const isStrongSerial = (value: string): boolean => strongSerials.some(({ form }) => form.test(value));

const ofTag = detectManufacturer({ identifier: '7XK2P93' });
const ofNothing = detectManufacturer({});

/** What a plain serial number says about its maker: the same for all of a length, save the strong ones. */
export function manufacturerOfPlainSerial(text: string): DetectedManufacturer {
  if (text.length === minLength) return ofTag;
  return isStrongSerial(text) ? detectManufacturer({ identifier: text }) : ofNothing;
}
