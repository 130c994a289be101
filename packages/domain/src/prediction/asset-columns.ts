import { type Column, cellsOf, columnsOfRecords } from '../csv/columns.ts';
import { csvLimits } from '../csv/csv-error.ts';
import { type DateFormat, isoFormat } from '../csv/dates.ts';
import { type HeaderWords, hasWords, headerWords } from '../csv/header-words.ts';
import { detectMapping, wordsOf } from '../csv/mapping.ts';
import { type ColumnProfile, createProfiler } from '../csv/profile.ts';
import { assetTagNames, modelNames, type Names, serialNames } from '../csv/synonyms.ts';
import { list } from '../list.ts';

/** A row of the file: cells keyed by column name. */
export type AssetRow = Readonly<Record<string, string>>;

export const assetFields = [
  ...(['assetId', 'assetTag', 'typeName', 'manufacturer', 'modelNumber', 'serialNumber'] as const),
  ...(['warrantyExpire', 'purchaseDate', 'shipDate', 'warrantyStart', 'description', 'cpu'] as const),
] as const;
export type AssetField = (typeof assetFields)[number];

export interface AssetColumns {
  names: Partial<Record<AssetField, string>>;
  /** Date formats of the date columns. */
  formats: Partial<Record<AssetField, DateFormat>>;
}

/** Fields that bulk lookup does not have; all others use its column detection. */
const ownNames: Record<'assetId' | 'assetTag' | 'typeName' | 'cpu', Names> = {
  assetTag: { names: [...assetTagNames.names, 'Asset Code', 'Inventarnummer'], exactly: ['Tag'] },
  assetId: { names: ['Asset ID'], exactly: ['ID', 'Sys ID', 'Asset'] },
  typeName: {
    names: list(`
      Type Name, Asset Type, Device Type, Product Type, Hardware Type, Model Category, Asset Category,
      Device Category, Form Factor, Gerätetyp
    `),
    exactly: ['Type', 'Category', 'Kind', 'Class', 'Typ', 'Kategorie', 'Catégorie'],
  },
  cpu: { names: ['Processor', 'CPU', 'CPU Name', 'Processor Name', 'Prozessor', 'Processeur'] },
};

const isNamed = (words: HeaderWords, { names, exactly = [] }: Names) =>
  [...names, ...exactly].some((name) => wordsOf(name).joined === words.joined) ||
  names.some((name) => hasWords(words, wordsOf(name)));

function findOwn(columns: readonly Column[], used: Set<string>, names: Names): string | undefined {
  const free = columns.filter(({ name }) => !used.has(name));
  const words = free.map(({ name }) => headerWords(name));
  const all = [...names.names, ...(names.exactly ?? [])].map(wordsOf);
  const exact = all
    .map((wanted) => words.findIndex(({ joined }) => joined === wanted.joined))
    .find((at) => at >= 0);
  return free[exact ?? words.findIndex((each) => isNamed(each, names))]?.name;
}

/** Bulk lookup calls its lookup column `modelNumber`, whether it contains serials, tags or models. */
function identifierField(name: string): 'serialNumber' | 'modelNumber' | 'assetTag' {
  const words = headerWords(name);
  if (isNamed(words, serialNames)) return 'serialNumber';
  if (isNamed(words, assetTagNames)) return 'assetTag';
  return isNamed(words, modelNames) ? 'modelNumber' : 'serialNumber';
}

/** If a column's cells leave the order of day and month open, the other date columns decide. */
function formatsOf(
  names: AssetColumns['names'],
  columns: readonly Column[],
  profiles: readonly ColumnProfile[],
): AssetColumns['formats'] {
  const dated = (['purchaseDate', 'warrantyExpire', 'shipDate', 'warrantyStart'] as const).flatMap(
    (field) => {
      const profile = profiles[columns.findIndex(({ name }) => name === names[field])];
      return profile ? [{ field, dates: profile.dates }] : [];
    },
  );
  const told = dated.map(({ dates }) => dates.format?.order).find((order) => order != null) ?? 'mdy';
  const formats: AssetColumns['formats'] = {};
  for (const { field, dates } of dated) {
    const format = dates.format ?? isoFormat;
    formats[field] = { ...format, order: format.order ?? (dates.order === 'open' ? told : null) };
  }
  return formats;
}

/** Columns of an earlier export: used as known dates, predictions would confirm themselves. */
const isPredicted = ({ name }: Column) => /^(?:predicted|prediction)\b/i.test(name.trim());

export function findColumns(rows: readonly AssetRow[]): AssetColumns {
  // A file with more columns is rejected anyway. Without this limit, rows that each have different columns would take
  // quadratic time.
  const all = columnsOfRecords(rows).slice(0, csvLimits.columns);
  const columns = all.filter((column) => !isPredicted(column));
  const profiler = createProfiler(columns.length);
  for (const row of rows) profiler.add(cellsOf(columns, row));
  const profiles = profiler.profiles();
  const { mapping } = detectMapping(columns, profiles);
  const names: AssetColumns['names'] = {};
  if (mapping.modelNumber !== undefined) names[identifierField(mapping.modelNumber)] = mapping.modelNumber;
  if (mapping.serviceTag !== undefined) names.serialNumber ??= mapping.serviceTag;
  const taken = [
    ['modelNumber', mapping.deviceModel],
    ['manufacturer', mapping.manufacturer],
    ['warrantyExpire', mapping.endDate],
    ['warrantyStart', mapping.startDate],
    ['purchaseDate', mapping.purchaseDate],
    ['shipDate', mapping.shipDate],
    ['description', mapping.systemDescription],
  ] as const;
  for (const [field, name] of taken) if (name !== undefined) names[field] ??= name;
  const used = new Set(Object.values(names));
  for (const field of ['assetTag', 'assetId', 'typeName', 'cpu'] as const) {
    const name = names[field] ?? findOwn(columns, used, ownNames[field]);
    if (name === undefined) continue;
    names[field] = name;
    used.add(name);
  }
  return { names, formats: formatsOf(names, columns, profiles) };
}
