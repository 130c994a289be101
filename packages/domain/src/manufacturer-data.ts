/** Manufacturer names and model families; the only place to add a word. */
export interface ManufacturerNames {
  name: string;
  /** Whole words, lower case, punctuation as spaces. */
  aliases: readonly string[];
  /** Family words that identify this manufacturer anywhere in a model name. */
  families: readonly string[];
  /** For families whose word alone is too common; matched against lower-case text with punctuation. */
  patterns: readonly RegExp[];
}

export const manufacturers: readonly ManufacturerNames[] = [
  {
    name: 'Dell',
    aliases: ['dell', 'dell inc', 'dell emc', 'emc', 'alienware'],
    families: [
      ...['latitude', 'optiplex', 'inspiron', 'vostro', 'xps', 'poweredge', 'powervault'],
      ...['powerswitch', 'powerconnect', 'wyse'],
    ],
    patterns: [/\bprecision (?:(?:tower|rack|workstation|mobile|fixed) )*[tmr]?\d{3,4}\b/],
  },
  {
    name: 'Lenovo',
    aliases: ['lenovo', 'ibm'],
    families: [
      ...['thinkpad', 'thinkcentre', 'thinkstation', 'thinkbook', 'thinksystem', 'thinkagile', 'thinksmart'],
      ...['thinkvision', 'ideapad', 'ideacentre', 'yoga', 'legion', 'loq'],
    ],
    patterns: [],
  },
  {
    // Before HP, because these devices often carry its name: HP's own lookup does not know them.
    name: 'HPE',
    aliases: ['hpe', 'hp enterprise', 'hewlett packard enterprise', 'aruba', '3com', 'h3c'],
    families: ['proliant', 'alletra', 'procurve', 'flexnetwork'],
    // Only the first HP is tried: whatever follows another one also follows the first.
    patterns: [
      /\b(?:synergy|apollo|msa|nimble) ?(?:storage|gen\d+|[a-z]{0,2}\d{2,4})/,
      /\bhp\b(?<!\bhp\b.*?hp).*\bswitch\b/,
    ],
  },
  {
    name: 'HP',
    aliases: ['hp', 'hp inc', 'hewlett packard', 'compaq'],
    families: [
      ...['elitebook', 'probook', 'zbook', 'elitedesk', 'prodesk', 'eliteone', 'proone', 'elite x2'],
      ...['dragonfly', 'omen', 'pavilion', 'envy', 'spectre', 'omnibook', 'laserjet', 'officejet', 'deskjet'],
      ...['designjet', 'pagewide'],
    ],
    // A bare Z1 or Z4 can also be a Meraki model.
    patterns: [/\bz[124568] (?:g\d|mini|sff|tower|workstation)/, /^z[268]$/],
  },
  {
    // Before Cisco, which owns Meraki and whose name is often on the device.
    name: 'Meraki',
    aliases: ['meraki', 'cisco meraki'],
    families: [],
    // A bare MX number can also be a Juniper model; only Meraki adds these letters.
    patterns: [
      /^(?:mr\d{2}|ms\d{2,3}|mv\d{1,2}|mt\d{2}|mg\d{2}|vmx)\b/,
      /^(?:mx\d{2,3}cw?|mx\d{2,3}w|z3c?|z4c)$/,
    ],
  },
  {
    name: 'Cisco',
    aliases: ['cisco', 'cisco systems'],
    families: ['catalyst', 'aironet', 'firepower'],
    patterns: [
      /^(?:ws-c|c9\d{3}|c1\d{3}|cw91\d{2}|n[3579]k-|asr\d|isr\d|cisco\d|air-(?:ap|ct|cap|lap)|cbs\d|fpr|cp-\d)/,
      /\b(?:asr|isr|nexus) ?\d{4}|\bisr ?\d{3}\b|\basa ?55\d{2}|\bucs[- ][a-z]?\d/,
    ],
  },
  {
    name: 'Apple',
    aliases: ['apple', 'apple inc'],
    families: ['macbook', 'imac', 'mac mini', 'mac studio', 'mac pro', 'ipad', 'iphone'],
    patterns: [/^(?:mac|macbookpro|macbookair|macmini|imac|macpro|ipad|iphone)\d+,\d+$/, /^a\d{4}$/],
  },
  {
    // The name itself is only in `otherManufacturers`: "Microsoft Windows" appears in many models.
    name: 'Microsoft',
    aliases: [],
    families: [],
    patterns: [/\bsurface (?:pro|go|laptop|book|studio|hub|duo|rt|\d)/],
  },
];

/**
 * Other manufacturers, by name only. Part manufacturers (Intel, AMD, Nvidia) are missing because models of other
 * manufacturers name them.
 */
export const otherManufacturers: readonly string[] = [
  ...['Acer', 'Asus', 'Asustek', 'Brother', 'Canon', 'Dynabook', 'Epson', 'Fortinet', 'Fujitsu', 'Gigabyte'],
  ...[
    'Google',
    'Huawei',
    'Juniper',
    'Kyocera',
    'Lexmark',
    'LG',
    'Microsoft',
    'MSI',
    'Netgear',
    'Panasonic',
    'Ricoh',
  ],
  ...['Samsung', 'Sharp', 'Sony', 'Supermicro', 'Synology', 'Toshiba', 'Ubiquiti', 'Xerox', 'Zebra'],
];

/** Seven-letter words for device types, which would otherwise be read as a service tag. */
export const deviceWords: readonly string[] = [
  'DESKTOP',
  'MONITOR',
  'NETWORK',
  'PRINTER',
  'SCANNER',
  'STORAGE',
];

/** Formats that only one manufacturer uses; Cisco's contains the week of manufacture. */
export const strongSerials: readonly { manufacturer: string; form: RegExp }[] = [
  { manufacturer: 'Meraki', form: /^Q[0-9A-Z]{3}-[0-9A-Z]{4}-[0-9A-Z]{4}$/ },
  { manufacturer: 'Cisco', form: /^[A-Z]{3}\d{2}(?:0[1-9]|[1-4]\d|5[0-3])[0-9A-Z]{4}$/ },
];

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
