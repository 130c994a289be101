import { list } from '../list.ts';

/** Normalizes model names for comparison: lower-case words without fillers. */

/** No model name is longer; the rest of the text is ignored. */
const maxNameLength = 160;
const maxWords = 24;

/** Manufacturer names in front of models, and words for the device type. */
const fillers = new Set(
  list(`
    dell, inc, corporation, corp, co, ltd, hp, hpe, hewlett, packard, enterprise, compaq, lenovo, len, apple,
    cisco, systems, samsung, electronics, lg, goldstar, philips, phl, benq, aoc, acer, asus, asustek, iiyama,
    viewsonic, msi, eizo, nec, huawei, microsoft, google, fujitsu, siemens, toshiba, panasonic, alienware,
    gigabyte, laptop, notebook, notebooks, pc, computer, desktop, convertible, ultrabook, monitor, display,
    screen, lcd, led, series, model, the, with, business, mobile, workstation, ultrasharp, widescreen, touch,
    touchscreen, refurbished, new, black, silver
  `),
);

const twoInOne = /\b2 ?(?:-in-|in| in )1\b|\b2n1\b/g;
/** "Latitude5420", but not "T14". */
const joinedWord = /(?<![a-z0-9])([a-z]{5,})(?=\d)/g;
const generation =
  /\b(?:gen(?:eration)?[ .-]{0,2}(\d{1,2})[aip]?|(\d{1,2})(?:st|nd|rd|th)(?: gen(?:eration)?)?)\b/g;
/** HP's "15-eg2xxx" covers "15-eg2075nr" and all others of the series. */
const hpSeries = /^([a-z]{2}\d)(?:x{2,3}|\d{2,3}[a-z]{0,3})$/;

function seriesWord(word: string, before: string | undefined): string {
  if (before === undefined || !/^\d\d[a-z]?$/.test(before)) return word;
  return hpSeries.exec(word)?.[1] ?? word;
}

/** The words of a model name without its manufacturer. Linear in the length of the text, which is truncated. */
export function modelWords(text: string): string[] {
  const plain = text
    .slice(0, maxNameLength)
    .toLowerCase()
    .replaceAll(twoInOne, '2in1')
    .replaceAll(generation, (_, a, b) => ` gen${a ?? b} `)
    .replaceAll(joinedWord, '$1 ');
  const words = (plain.match(/[a-z0-9+]+/g) ?? []).slice(0, maxWords);
  const isThinkPad = words.includes('thinkpad');
  return words
    .map((word, index) => seriesWord(word, words[index - 1]))
    .map((word) => (isThinkPad ? word.replace(/^g(?=\d{1,2}$)/, 'gen') : word))
    .filter((word) => !fillers.has(word));
}

export const modelKey = (text: string): string => modelWords(text).join(' ');

const digitOf = (word: string, at: number) => word.charAt(at);

/** Dell's third digit is the generation: Latitude 5420 and 7420 were made in the same years, E5420 was not. */
function dellFamily(words: readonly string[]): string | null {
  const family = words.find((word) =>
    ['latitude', 'precision', 'inspiron', 'vostro', 'xps', 'optiplex', 'poweredge'].includes(word),
  );
  if (family === undefined) return null;
  const number = words.find((word) => /^[emrtc]?\d{3,4}[a-z]{0,2}$/.test(word) && /\d{3}/.test(word));
  if (number === undefined) return null;
  const prefix = /^[a-z]/.test(number) ? number.charAt(0) : '';
  const digits = number.replaceAll(/[a-z]/g, '');
  if (family === 'poweredge') return digits.length === 3 ? `poweredge 1${digitOf(digits, 1)}g` : null;
  const rugged = words.includes('rugged') ? ' rugged' : '';
  if (digits.length === 3) return family === 'optiplex' ? `optiplex ${digits.slice(1)}` : null;
  return `${family} ${prefix}${digitOf(digits, 2)}${rugged}`;
}

const hpFamilies = list('elitebook, probook, zbook, elitedesk, prodesk, eliteone, proone, proliant');

/** HP numbers generations with a G, within a family. */
function hpFamily(words: readonly string[]): string | null {
  const counted = words.find((word) => /^(?:g|gen)\d{1,2}$/.test(word));
  if (counted === undefined) return null;
  const family = words.find((word) => hpFamilies.includes(word));
  if (family === 'proliant') return `proliant ${counted.replace(/^g(?=\d)/, 'gen')}`;
  if (family) return `${family} ${counted}`;
  const number = words.find((word) => /^2\d{2}$/.test(word));
  return number === undefined ? null : `2xx ${counted}`;
}

function lenovoFamily(words: readonly string[]): string | null {
  const code = words.find((word) => /^\d{2}[a-z]{2,4}\d{1,2}$/.test(word));
  if (code !== undefined) return `code ${code.slice(2)}`;
  const at = words.indexOf('thinkpad');
  const series = words[at + 1];
  if (at < 0 || series === undefined) return null;
  const counted = words.find((word) => /^gen\d{1,2}$/.test(word));
  if (counted !== undefined) return `thinkpad ${series.charAt(0)} ${counted}`;
  const decade = /^[a-z](\d)(\d0)[a-z]?$/.exec(series)?.[2];
  return decade === undefined ? null : `thinkpad ${series.charAt(0)}${decade}`;
}

/** Models of the same family and generation are sold in the same years; null if the name does not reveal them. */
export function familyKey(manufacturer: string | null, words: readonly string[]): string | null {
  if (manufacturer === 'dell') return dellFamily(words);
  if (manufacturer === 'hp' || manufacturer === 'hpe') return hpFamily(words);
  return manufacturer === 'lenovo' ? lenovoFamily(words) : null;
}
