import { strongSerials } from '../manufacturer-data.ts';
import { digits, letters, withoutIO, withoutVowels } from './alphabets.ts';

/** A manufacturer's serial number format: which characters are allowed at each position. */
export interface SerialFormat {
  manufacturer: string;
  length: number;
  /** The characters allowed at a position. */
  alphabet(place: number): string;
  /** Checks the whole serial, for rules that span several positions. */
  matches(serial: string): boolean;
  /** Whether it also looks like all published serials. Never a reason to reject user input. */
  usual(serial: string): boolean;
}

const week = '(?:0[1-9]|[1-4]\\d|5[0-3])';
const dellTag = /^[1-9BCDFGHJ][0-9B-DF-HJ-NP-TV-Z]{6}$/;
const dellUsual = /[1-5J]$/;
const hpSerial = new RegExp(`^(?=.{0,2}[A-Z])[0-9A-Z]{3}\\d${week}[0-9B-DF-HJ-NP-TV-Z]{4}$`);
const hpUsual = /^(?:\d[A-Z]{2}|[A-Z]{3})/;
const ciscoForm = strongSerials.find(({ manufacturer }) => manufacturer === 'Cisco')?.form ?? /$^/;
const lenovoSerial = /^[A-Z][0-9A-Z]{7}$/;
const lenovoUsual = /^(?:PF|PC|PB|PG|PW|MP|MJ|R9|LR|YX|GM|SP|L3|S4)/;
/** The start of a PPID, which identifies Dell parts, not devices. */
const partCountries = /^(?:CN|KR|TW|MX|TH|VN|MY|PH|JP|US|BR|IN|PL|IE|CZ|SG|ID)0/;

export const dell: SerialFormat = {
  manufacturer: 'Dell',
  length: 7,
  alphabet: (place) => (place === 0 ? '123456789BCDFGHJ' : withoutVowels),
  matches: (serial) => dellTag.test(serial),
  usual: (serial) => dellUsual.test(serial),
};

const lenovo: SerialFormat = {
  manufacturer: 'Lenovo',
  length: 8,
  alphabet: (place) => (place === 0 ? letters : withoutIO),
  matches: (serial) => lenovoSerial.test(serial) && !partCountries.test(serial),
  usual: (serial) => lenovoUsual.test(serial),
};

function hpAlphabet(place: number): string {
  if (place < 3) return digits + letters;
  if (place === 4) return '012345';
  return place < 6 ? digits : withoutVowels;
}

const hp: SerialFormat = {
  manufacturer: 'HP',
  length: 10,
  alphabet: hpAlphabet,
  matches: (serial) => hpSerial.test(serial),
  usual: (serial) => hpUsual.test(serial),
};

function ciscoAlphabet(place: number): string {
  if (place < 3) return letters;
  if (place === 5) return '012345';
  return place < 7 ? digits : withoutIO;
}

const cisco: SerialFormat = {
  manufacturer: 'Cisco',
  length: 11,
  alphabet: ciscoAlphabet,
  matches: (serial) => ciscoForm.test(serial),
  usual: (serial) => /^.{3}(?:0[1-9]|[12]\d|3[0-5])/.test(serial),
};

export const serialFormats: readonly SerialFormat[] = [dell, lenovo, hp, cisco];

export const formOf = (manufacturer: string): SerialFormat | undefined =>
  serialFormats.find((form) => form.manufacturer === manufacturer);
