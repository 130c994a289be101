import type { OriginalAsset } from '@warranty/contracts/purchase-date';
import { readDate } from '../csv/dates.ts';
import { createManufacturerResolver } from '../csv/manufacturer-resolver.ts';
import { isPlaceholder } from '../identifiers.ts';
import { memoize } from '../memoize.ts';
import type { AssetColumns, AssetField, AssetRow } from './asset-columns.ts';
import { manufacturerKey } from './manufacturer-key.ts';
import { familyKey, modelWords } from './model-key.ts';
import { monthOf } from './months.ts';

export interface ModelName {
  /** As written, truncated. */
  text: string;
  words: readonly string[];
  key: string;
  family: string | null;
}

/** A number with its prefix: "IT-001059" is 1059 in the series "IT-". */
export interface Counter {
  series: string;
  number: number;
}

/** A parsed row, normalized for comparison. Dates are months since January 1998. */
export interface Asset {
  id: string;
  original: OriginalAsset;
  /** Display name; null if unknown. */
  manufacturer: string | null;
  manufacturerKey: string | null;
  type: string;
  isMonitor: boolean;
  isUsed: boolean;
  model: ModelName | null;
  /** Upper-case letters and digits only; '' if there is none. */
  serial: string;
  cpu: string;
  tag: Counter | null;
  warrantyEnd: number | null;
  entered: number | null;
  enteredText: string;
  shipped: number | null;
  warrantyStart: number | null;
}

/** A known or inferred date of an asset in the file. */
export interface Dated {
  /** Index of the asset. */
  at: number;
  month: number;
  /** 1 for a date from the file, less for an inferred date. */
  weight: number;
  sd: number;
}

const maxCellLength = 300;
const usedWords = /\b(?:refurb\w{0,7}|renewed|outlet|ex-lease|second[- ]hand|pre-owned|used)\b/i;
const monitorWords = /\b(?:monitor|display|screen|lcd|tft|bildschirm|écran)\b/i;

function readCounter(text: string): Counter | null {
  const parts = /^(.{0,24}?)(\d{1,12})$/.exec(text.slice(0, 40).trim());
  return parts ? { series: (parts[1] ?? '').toUpperCase(), number: Number(parts[2]) } : null;
}

const cleanSerial = (text: string) => {
  const serial = text
    .slice(0, 60)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '');
  return serial.length < 5 || isPlaceholder(text.slice(0, 60)) ? '' : serial;
};

/** Returns a function that reads the row at a position. */
export function createAssetReader({ names, formats }: AssetColumns) {
  const resolver = createManufacturerResolver();
  const keyOf = memoize(manufacturerKey);
  const modelOf = memoize((both: string): ModelName => {
    const [manufacturer = '', text = ''] = both.split('\u0000');
    const words = modelWords(text);
    return { text, words, key: words.join(' '), family: familyKey(manufacturer || null, words) };
  });

  const whole = (row: AssetRow, field: AssetField) => {
    const name = names[field];
    const text = name !== undefined && Object.hasOwn(row, name) ? row[name] : undefined;
    return typeof text === 'string' ? text.trim() : '';
  };
  const date = (row: AssetRow, field: AssetField) => {
    const text = whole(row, field).slice(0, 60);
    const iso = text === '' ? null : readDate(text, formats[field]);
    return iso === null ? null : monthOf(iso);
  };

  function manufacturerOf(given: string, model: string, serial: string): string | null {
    const named = given === '' ? null : resolver.given(given).manufacturer;
    return named?.name ?? resolver.found(model, serial).manufacturer;
  }

  return (row: AssetRow, at: number): Asset => {
    const cell = (field: AssetField) => whole(row, field).slice(0, maxCellLength);
    const given = cell('manufacturer');
    const description = cell('description');
    const modelText = cell('modelNumber') || (names.modelNumber === undefined ? description : '');
    const serialText = cell('serialNumber');
    const manufacturer = manufacturerOf(given, modelText, serialText);
    const key = manufacturer === null ? null : keyOf(manufacturer);
    const type = cell('typeName').toLowerCase();
    const model = modelOf(`${key ?? ''}\u0000${modelText}`);
    return {
      id: cell('assetId') || cell('assetTag') || `row-${at + 1}`,
      original: {
        serialNumber: serialText || null,
        typeName: cell('typeName') || null,
        manufacturer: given || null,
        modelNumber: cell('modelNumber') || null,
        warrantyExpire: cell('warrantyExpire') || null,
        purchaseDate: cell('purchaseDate') || null,
      },
      manufacturer,
      manufacturerKey: key,
      type,
      isMonitor: monitorWords.test(type) || (type === '' && monitorWords.test(modelText)),
      isUsed: usedWords.test(`${modelText} ${description} ${type}`),
      model: model.key === '' ? null : model,
      serial: cleanSerial(serialText),
      cpu: cell('cpu') || description,
      tag: readCounter(cell('assetTag')),
      warrantyEnd: date(row, 'warrantyExpire'),
      entered: date(row, 'purchaseDate'),
      enteredText: cell('purchaseDate'),
      shipped: date(row, 'shipDate'),
      warrantyStart: date(row, 'warrantyStart'),
    };
  };
}
