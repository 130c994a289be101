import { readDate } from '../csv/dates.ts';
import { findMonth, monthSpellings } from '../csv/month-names.ts';
import { detectManufacturer } from '../detect-manufacturer.ts';
import { findAnyManufacturerName } from '../manufacturer-data.ts';
import { trimBoth } from '../trim.ts';
import type { AssetRow } from './asset-columns.ts';
import { cutPlainFields, cutQuotedFields, type LabeledFields } from './labeled-fields.ts';

/** Descriptions are truncated to this length. */
const maxLength = 4000;

const value = String.raw`\s*(?:(?:number|no\.?|num|code|name|is|:|#|=|-)+\s*)?`;
const serialForm = new RegExp(
  String.raw`\b(?:serial|service tag|s\/n|sn|svc tag)\b${value}([0-9A-Z][0-9A-Z-]{4,29})\b`,
  'i',
);
const tagForm = /\basset(?: ?tag| ?id| ?number| ?no\.?)?[ :#=]{1,3}([0-9A-Z-]{2,20})\b/i;

/** Sent by agents: host names and addresses are no evidence of a date. */
const addresses = [
  /\b(?:host(?:name)?|ip(?: address)?|mac(?: address)?)\s*[:=]\s*[^,;\s]{1,80}/gi,
  /\b(?:\d{1,3}\.){3}\d{1,3}\b/g,
  /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi,
];

/** The longest first, because the first that fits is taken. */
const month = String.raw`(?:${monthSpellings.toSorted((a, b) => b.length - a.length).join('|')})\.?`;
const anyDate = `(${[
  ...[String.raw`\d{4}-\d{1,2}-\d{1,2}`, String.raw`\d{1,2}[./-]\d{1,2}[./-]\d{4}`],
  ...[String.raw`\d{1,2}\.?(?: de)? ${month}(?: de)? \d{4}`, String.raw`${month} \d{1,2},? \d{4}`],
  ...[String.raw`${month}(?: de)? \d{4}`, String.raw`\d{4}-\d{2}`, String.raw`(?:19|20)\d{2}`],
].join('|')})`;
const filler = String.raw`[\s:=]*(?:(?:date|on|in|by|until|till|to|ends?|expires?|expiry|expiration|from)[\s:=]*){0,3}`;
const bought = new RegExp(
  String.raw`\b(?:bought|purchased?|acquired|ordered)\b${filler}${anyDate}(?!\d)`,
  'i',
);
const warranty = new RegExp(
  String.raw`\b(?:warranty|garantie|cover|support)\b${filler}${anyDate}(?!\d)`,
  'i',
);

const kinds: readonly { type: string; form: RegExp }[] = [
  {
    type: 'laptop',
    form: /\b(?:laptop|notebook|ultrabook|macbook|thinkpad|elitebook|probook|latitude|chromebook)\b/i,
  },
  { type: 'monitor', form: /\b(?:monitor|display|screen)\b/i },
  { type: 'server', form: /\b(?:server|poweredge|proliant)\b/i },
  { type: 'network', form: /\b(?:switch|router|firewall|access point|catalyst)\b/i },
  {
    type: 'desktop',
    form: /\b(?:desktop|workstation|tower|optiplex|elitedesk|prodesk|thinkcentre|imac|mini pc)\b/i,
  },
  { type: 'printer', form: /\b(?:printer|laserjet|officejet)\b/i },
  { type: 'tablet', form: /\b(?:tablet|ipad)\b/i },
  { type: 'phone', form: /\b(?:phone|smartphone|iphone|galaxy s\d+|pixel \d)\b/i },
];

/** '' if no word indicates a type. */
export const deviceTypeIn = (text: string): string => kinds.find(({ form }) => form.test(text))?.type ?? '';

/** Dates without a day use the middle of the month or year. */
function dateIn(text: string): string {
  if (text === '') return '';
  if (/^\d{4}$/.test(text)) return `${text}-07-01`;
  if (/^\d{4}-\d{2}$/.test(text)) return `${text}-15`;
  const [, name = '', year] = /^(\p{L}+)\.?(?: de)? (\d{4})$/u.exec(text) ?? [];
  const named = findMonth(name);
  if (named) return `${year}-${String(named.month).padStart(2, '0')}-15`;
  return readDate(text, { pattern: 'yyyy-mm-dd', tail: '', order: 'mdy' }) ?? readDate(text) ?? '';
}

/** Formats that identify a serial number without a label. */
const bareSerials: readonly { manufacturer: string; form: RegExp }[] = [
  { manufacturer: 'Cisco', form: /\b[A-Z]{3}\d{2}(?:0[1-9]|[1-4]\d|5[0-3])[0-9A-Z]{4}\b/ },
  {
    manufacturer: 'HP',
    form: /\b(?:\d[A-Z]{2}|[A-Z]{3})\d(?:0[1-9]|[1-4]\d|5[0-3])[0-9B-DF-HJ-NP-TV-Z]{4}\b/,
  },
  { manufacturer: 'Apple', form: /\b[CFDG][0-9A-Z]{2}[C-Z][1-9C-Y][0-9A-Z]{7}\b/ },
  {
    manufacturer: 'Dell',
    form: /\b[A-Z]{2}-?0[0-9A-Z]{5}-?[0-9A-Z]{5}-?\d[1-9A-C][1-9A-V]-?[0-9A-Z]{4}(?:-?[A-Z]\d{2})?\b/,
  },
];

function bareSerial(text: string, manufacturer: string | null): string {
  const found = bareSerials
    .find((each) => manufacturer === null || each.manufacturer === manufacturer)
    ?.form.exec(text)?.[0];
  return found !== undefined && /\d/.test(found) && /[A-Z]/.test(found) ? found : '';
}

/** Sizes and memory are not part of a model name, but would be read as one. */
const equipment =
  /\b\d+(?:[.,]\d+)? ?(?:gb|tb|mb|ghz|mhz|inch|zoll|")|\b(?:ram|ssd|hdd|nvme|windows \d+(?: pro| home)?|win ?1[01])\b/gi;
const processors =
  /\b(?:intel |amd )?(?:core )?(?:i[3579]-\d{3,5}[a-z0-9]{0,3}|ryzen \d (?:pro )?\d{4}[a-z]{0,2})\b/gi;
const kindLabels =
  /\b(?:laptop|notebook(?: pc)?|desktop(?: pc| computer)?|computer|monitor|server|switch|router|printer|device|with|model|used|refurbished|renewed)\b[\s:]*/gi;

/** Only the model name; '' if there is none. */
function modelIn(text: string): string {
  const parts = text
    .replaceAll(equipment, ' ')
    .replaceAll(processors, ' ')
    .split(/[,;|\n]/)
    .map((part) => part.replaceAll(kindLabels, ' ').replaceAll(/\s+/g, ' ').trim())
    .filter((part) => /\d/.test(part) || detectManufacturer({ model: part }).manufacturer !== null);
  const joined = parts.join(' ');
  const manufacturer = findAnyManufacturerName(joined)?.text ?? '';
  const isFirst = manufacturer !== '' && joined.toLowerCase().startsWith(manufacturer.toLowerCase());
  const name = trimBoth(isFirst ? joined.slice(manufacturer.length) : joined, /[\s,.:;-]/);
  return /[a-z]/i.test(name) ? name : '';
}

/** Cuts matches out of the text, quoted fields first. */
function createCutter(description: string) {
  const { fields, rest } = cutQuotedFields(description.slice(0, maxLength).replaceAll(/\s+/g, ' '));
  let text = rest;
  for (const form of addresses) text = text.replaceAll(form, ' ');
  return {
    quoted: fields,
    rest: () => text,
    cut(form: RegExp, isGood: (value: string) => boolean = () => true): string {
      const found = form.exec(text);
      const cell = found?.[1] ?? '';
      if (!found || !isGood(cell)) return '';
      text = text.replace(found[0], ' ');
      return cell;
    },
    cutPlain(): LabeledFields {
      const plain = cutPlainFields(text);
      text = plain.rest;
      return plain.fields;
    },
    drop(word: string): void {
      text = text.replace(word, ' ');
    },
  };
}

const isNumbered = (cell: string) => /\d/.test(cell);

/** Parses a description into a row with the columns of an asset file. Cells without information are blank. */
export function readDescription(description: string): AssetRow {
  const cutter = createCutter(description);
  const purchaseDate = dateIn(cutter.cut(bought));
  const warrantyExpire = dateIn(cutter.cut(warranty));
  const serial = cutter.quoted.serial ?? cutter.cut(serialForm, isNumbered);
  const assetTag = cutter.cut(tagForm, isNumbered);
  const { type, manufacturer, model } = { ...cutter.cutPlain(), ...cutter.quoted };
  const resolved = manufacturer ?? detectManufacturer({ model: cutter.rest() }).manufacturer;
  const serialNumber = serial === '' ? bareSerial(cutter.rest(), resolved) : serial;
  if (serial === '' && serialNumber !== '') cutter.drop(serialNumber);
  // The text left between the fields that were cut out.
  const text = trimBoth(cutter.rest(), /[\s,;|]/);
  return {
    assetId: 'row-1',
    assetTag,
    typeName: type ?? deviceTypeIn(`${text} ${model ?? ''}`),
    manufacturer: resolved ?? '',
    modelNumber: model ?? modelIn(text),
    serialNumber,
    warrantyExpire,
    purchaseDate,
    processor: text,
    // Words such as "refurbished" count anywhere.
    description: text,
  };
}
