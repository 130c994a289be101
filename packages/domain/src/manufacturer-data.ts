import { type Vendor, vendors, vendorsWithKeys } from '@warranty/contracts/vendors';
import type { ManufacturerNames } from '@warranty/contracts/vendors/vendor';
import { list } from './list.ts';

interface NamedManufacturer extends ManufacturerNames {
  name: string;
}

// Manufacturers without a lookup of their own, whose devices must not be taken for those of a vendor.
const hpe: NamedManufacturer = {
  name: 'HPE',
  aliases: ['hpe', 'hp enterprise', 'hewlett packard enterprise', 'aruba', '3com', 'h3c'],
  families: ['proliant', 'alletra', 'procurve', 'flexnetwork'],
  // Only the first HP is tried: whatever follows another one also follows the first.
  patterns: [
    /\b(?:synergy|apollo|msa|nimble) ?(?:storage|gen\d+|[a-z]{0,2}\d{2,4})/,
    /\bhp\b(?<!\bhp\b.*?hp).*\bswitch\b/,
  ],
};
const microsoft: NamedManufacturer = {
  // The name itself is only in `otherManufacturers`: "Microsoft Windows" appears in many models.
  name: 'Microsoft',
  aliases: [],
  families: [],
  patterns: [/\bsurface (?:pro|go|laptop|book|studio|hub|duo|rt|\d)/],
};

/** A vendor, after those whose devices often carry its name. */
function inOrder({ id, name, names }: Vendor): NamedManufacturer[] {
  const owned = vendorsWithKeys.filter(({ ownedBy }) => ownedBy === name).flatMap(inOrder);
  return [...(id === 'hp' ? [hpe] : []), ...owned, { name, ...names }];
}

/** Manufacturer names and model families. The first match counts. */
export const manufacturers: readonly NamedManufacturer[] = [
  ...vendorsWithKeys.filter(({ ownedBy }) => ownedBy === null).flatMap(inOrder),
  microsoft,
];

/**
 * Other manufacturers, by name only. Part manufacturers (Intel, AMD, Nvidia) are missing because models of other
 * manufacturers name them.
 */
export const otherManufacturers: readonly string[] = list(`
  Acer, Asus, Asustek, Brother, Canon, Dynabook, Epson, Fortinet, Fujitsu, Gigabyte, Google, Huawei,
  Juniper, Kyocera, Lexmark, LG, Microsoft, MSI, Netgear, Panasonic, Ricoh, Samsung, Sharp, Sony,
  Supermicro, Synology, Toshiba, Ubiquiti, Xerox, Zebra
`);

/** Seven-letter words for device types, which would otherwise be read as a service tag. */
export const deviceWords: readonly string[] = list('DESKTOP, MONITOR, NETWORK, PRINTER, SCANNER, STORAGE');

/** Formats that only one manufacturer uses. */
export const strongSerials: readonly { manufacturer: string; form: RegExp }[] = vendors.flatMap(
  ({ name, serial }) => (serial.distinctive ? [{ manufacturer: name, form: serial.distinctive }] : []),
);

export interface Mention {
  manufacturer: string;
  /** The matching text, as written. */
  text: string;
}

interface Phrase {
  manufacturer: string;
  phrase: string;
}

/** Whole words only, so "hp" is not found in "Sharp"; punctuation between the words does not matter. */
function firstMention(phrases: readonly Phrase[], text: string): Mention | null {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const plain = ` ${words.join(' ').toLowerCase()} `;
  // Nearly every text in a long list is a bare serial number: one lookup replaces a hundred searches.
  if (words.length === 1 && !singleWords.has(plain.trim())) return null;
  for (const { manufacturer, phrase } of phrases) {
    const at = plain.indexOf(` ${phrase} `);
    if (at < 0) continue;
    const first = plain.slice(0, at).split(' ').length - 1;
    return { manufacturer, text: words.slice(first, first + phrase.split(' ').length).join(' ') };
  }
  return null;
}

const names = manufacturers
  .flatMap(({ name, aliases }) => aliases.map((phrase) => ({ manufacturer: name, phrase })))
  .toSorted((a, b) => b.phrase.length - a.phrase.length);
const otherNames = otherManufacturers.map((name) => ({ manufacturer: name, phrase: name.toLowerCase() }));
const families = manufacturers.flatMap(({ name, families: words }) =>
  words.map((phrase) => ({ manufacturer: name, phrase })),
);

const singleWords = new Set([...names, ...otherNames, ...families].map(({ phrase }) => phrase));

/** Finds a manufacturer in `manufacturers` that the text names. */
export const findManufacturerName = (text: string): Mention | null => firstMention(names, text);

export const findOtherManufacturerName = (text: string): Mention | null => firstMention(otherNames, text);

export const findAnyManufacturerName = (text: string): Mention | null =>
  findManufacturerName(text) ?? findOtherManufacturerName(text);

/** "Latitude5440" also occurs, but digits after a short word more likely belong to a serial number. */
export const familyWordIn = (text: string): Mention | null =>
  firstMention(families, text.replaceAll(/[A-Za-z](?<![\p{L}\p{N}].)[A-Za-z]{4,}(?=\p{N})/gu, '$& '));

export function familyPatternIn(text: string): Mention | null {
  const written = text.trim().replaceAll(/\s+/g, ' ');
  for (const { name, patterns } of manufacturers) {
    for (const pattern of patterns) {
      const found = pattern.exec(written.toLowerCase());
      if (found)
        return { manufacturer: name, text: written.slice(found.index, found.index + found[0].length) };
    }
  }
  return null;
}
