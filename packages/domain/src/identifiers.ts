import { cleanIdentifier, compactIdentifier } from './clean-identifier.ts';
import { isLettersOnlySerial } from './letters-only-serial.ts';
import { list } from './list.ts';
import {
  deviceWords,
  familyPatternIn,
  familyWordIn,
  findManufacturerName,
  findOtherManufacturerName,
  strongSerials,
} from './manufacturer-data.ts';

export type Identifier =
  | { kind: 'empty' }
  | { kind: 'placeholder'; text: string }
  | { kind: 'model'; text: string }
  /** Neither a serial number nor the name of a product: "see label". */
  | { kind: 'other'; text: string }
  | { kind: 'serial'; value: string }
  /** `value` is the service tag that the code stands for. */
  | { kind: 'express-code'; value: string; code: string };

/** What a BIOS reports if no serial number was entered; letters and digits only. */
const placeholders = new Set(
  list(`
    TOBEFILLEDBYOEM, TOBEFILLED, SYSTEMSERIALNUMBER, CHASSISSERIALNUMBER, SERIALNUMBER, SERIAL,
    BASEBOARDSERIALNUMBER, DEFAULTSTRING, DEFAULT, NOTSPECIFIED, NOTAVAILABLE, NOTAPPLICABLE, NONE, NA, NULL,
    INVALID, UNKNOWN, OEM, EMPTY, MISSING, PENDING, 12345678, 123456789, 1234567890, 0123456789
  `),
);
const virtualMachine = /^(?:vmware|virtualbox|parallels)\b/i;
const uuidDigits = 32;
const uuid = /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;
/** 1.25E+10: digits are lost, so the number cannot be recovered. */
const spreadsheetNumber = /^\d(?:\.\d+E\+?|E\+)\d+$/;

/** HP: a serial that several products share, with the product number that distinguishes them. */
const withProductNumber = /^[0-9A-Z]{10}#[0-9A-Z]{5,8}(?:#[0-9A-Z]{3})?$/;

export function isPlaceholder(text: string): boolean {
  const upper = text.toUpperCase();
  const bare = /[^0-9A-Z]/.test(upper) ? upper.replaceAll(/[^\p{L}\p{N}]/gu, '') : upper;
  return (
    /^(?:0*|X+)$/.test(bare) ||
    placeholders.has(bare) ||
    virtualMachine.test(text.trim()) ||
    (bare.length === uuidDigits && uuid.test(text.replaceAll(/\s/g, '')))
  );
}

const smallestShort = 36 ** 4;
const smallestLong = 36 ** 5;

/** Null if it is not a tag. Excludes 5 characters starting with 0 and 7 starting with 00, which would not convert back. */
export function expressServiceCode(tag: string): string | null {
  if (!/^(?:[1-9A-Z][0-9A-Z]{4}|(?!00)[0-9A-Z]{7})$/i.test(tag)) return null;
  return String(Number.parseInt(tag, 36));
}

export function tagOfExpressCode(code: string): string | null {
  if (!/^[1-9]\d{0,10}$/.test(code)) return null;
  const number = Number(code);
  if (number < smallestShort || number >= 36 ** 7) return null;
  const tag = number.toString(36).toUpperCase();
  return number < smallestLong ? tag : tag.padStart(7, '0');
}

/** Inventories append "_old" or "(OptiPlex 7090)". */
function withoutSuffix(text: string): string {
  const end = text.search(/[_(]/);
  return end > 0 ? text.slice(0, end).trim() : text;
}

/** "Surface", "Gen", "old": letters only and pronounceable, unlike the groups of a printed serial number. */
const isWord = (word: string) =>
  /^\p{L}{4,}$/u.test(word) || (/^\p{L}{3}$/u.test(word) && /[aeiou]/i.test(word));

function isModelName(text: string, manufacturer: string | undefined): boolean {
  if (findManufacturerName(text) || findOtherManufacturerName(text) || familyWordIn(text)) return true;
  // A bare 7-character tag can start like Cisco's C9300, and an old tag has 5 characters.
  return !/^[0-9A-Z]{7,}$/i.test(text) && manufacturer !== 'Dell' && familyPatternIn(text) !== null;
}

/** "see label", "7XK2P93 spare": several words, of which one is no group of a serial number. */
function isPhrase(text: string): boolean {
  const words = text.split(/\s+/);
  if (words.length < 2 || words.every((word) => /^[\d-]+$/.test(word))) return false;
  return words.some(isWord) || !words.some((word) => word.length >= 4 && /\d/.test(word));
}

function isSerial(value: string, manufacturer?: string): boolean {
  if (/^[A-Z]{7}$/.test(value)) return !deviceWords.includes(value);
  if (/^[A-Z]+$/.test(value)) return isLettersOnlySerial(value, manufacturer);
  if (withProductNumber.test(value)) return true;
  return /^[0-9A-Z][0-9A-Z./-]{2,38}[0-9A-Z]$/.test(value) && /\d/.test(value);
}

/** Ten or eleven digits are enough to recognize a code; fewer require Dell as manufacturer or groups of three digits. */
function readExpressCode(text: string, value: string, manufacturer: string | undefined): Identifier | null {
  const code = value.replaceAll('-', '');
  const dell = manufacturer === 'Dell';
  if ((manufacturer !== undefined && !dell) || !/^\d+$/.test(code)) return null;
  // In the value too: the text may have a stray character next to the code, such as a parenthesis.
  const inGroups = [text, value].some((each) => /^\d{3}(?:[ -]\d{3})*[ -]\d{1,3}$/.test(each));
  const bare = code === value;
  // Seven bare digits are a service tag.
  const isCode = inGroups || (dell && code.length !== 7) || (bare && code.length >= 10);
  const tag = isCode ? tagOfExpressCode(code) : null;
  if (tag === null || !isSerial(tag) || isPlaceholder(tag) || isModelName(tag, 'Dell')) return null;
  return { kind: 'express-code', value: tag, code };
}

/** `manufacturer`: the manufacturer that the user chose or that the file names. */
export function readIdentifier(input: string, { manufacturer }: { manufacturer?: string } = {}): Identifier {
  const text = cleanIdentifier(input);
  if (text === '') return { kind: 'empty' };
  const kept = withoutSuffix(text);
  const value = compactIdentifier(kept);
  if ([text, kept, value].some(isPlaceholder)) return { kind: 'placeholder', text };
  if (strongSerials.some(({ form }) => form.test(value))) return { kind: 'serial', value };
  if (isModelName(kept, manufacturer) || (kept !== value && isModelName(value, manufacturer)))
    return { kind: 'model', text };
  if (isPhrase(kept)) return { kind: 'other', text };
  if (value.length < 4 || spreadsheetNumber.test(value)) return { kind: 'placeholder', text };
  const express = readExpressCode(kept, value, manufacturer);
  if (express) return express;
  return isSerial(value, manufacturer) ? { kind: 'serial', value } : { kind: 'other', text };
}
