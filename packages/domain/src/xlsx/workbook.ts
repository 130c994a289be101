import { CsvError, csvLimits, formatNumber } from '../csv/csv-error.ts';
import type { ByteSource } from './byte-source.ts';
import { openPackage, type Package, type Relationship } from './package.ts';
import { noSharedStrings, readSharedStrings, type SharedStrings } from './shared-strings.ts';
import { noStyles, readStyles } from './styles.ts';
import { createTextStore } from './text-store.ts';
import { refuse } from './workbook-error.ts';
import { attributesOf } from './xml-scanner.ts';
import { type InflateLimits, inflateLimits } from './zip-entry.ts';

export interface Sheet {
  name: string;
  isVisible: boolean;
  path: string;
}

const zipMark = [0x50, 0x4b, 0x03, 0x04];
const oleMark = [0xd0, 0xcf, 0x11, 0xe0];
/** The name of the stream that holds an encrypted workbook, in UTF-16. */
const encryptedStream = 'EncryptedPackage';

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, index) => bytes[index] === byte);

/** Whether these bytes start a workbook, readable or not. The name of a file does not matter. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  startsWith(bytes, zipMark) || startsWith(bytes, oleMark);

const searchedBytes = 1024 * 1024;
/** Spreadsheet programs allow a few hundred. */
const maxSheets = 10_000;

/** Old workbooks and encrypted new ones are in the same kind of container. */
async function refuseOle(source: ByteSource): Promise<never> {
  const wide = [...encryptedStream].join('\0');
  for (const start of [0, Math.max(0, source.size - searchedBytes)]) {
    const bytes = await source.read(start, Math.min(source.size, start + searchedBytes));
    if (new TextDecoder('latin1').decode(bytes).includes(wide)) return refuse('encrypted');
  }
  return refuse('old');
}

async function refuseDangerous(parts: Package): Promise<void> {
  for (const path of parts.paths()) {
    if (path.endsWith('vbaproject.bin')) refuse('macros');
    if (path.startsWith('xl/externallinks/')) refuse('external');
    if (path.startsWith('_xmlsignatures/')) refuse('signed');
  }
  await parts.elements('[Content_Types].xml', (name, tag) => {
    if (name !== 'Override' && name !== 'Default') return;
    const type = attributesOf(tag).get('ContentType')?.toLowerCase() ?? '';
    if (type.includes('macroenabled') || type.includes('vbaproject')) refuse('macros');
    if (type.includes('externallink')) refuse('external');
    if (type.includes('digital-signature')) refuse('signed');
  });
}

const findPart = (related: Map<string, Relationship>, type: string) =>
  [...related.values()].find((each) => each.type === type)?.path ?? null;

async function findWorkbookPart(parts: Package): Promise<string> {
  if (!parts.has('[Content_Types].xml')) refuse('notWorkbook');
  await refuseDangerous(parts);
  const path = findPart(await parts.relationships(''), 'officeDocument');
  if (path === null || !parts.has(path)) return refuse('notWorkbook');
  if (path.toLowerCase().endsWith('.bin')) refuse('binary');
  return path;
}

async function readSheetList(parts: Package, path: string) {
  const sheets: (Omit<Sheet, 'path'> & { relationship: string })[] = [];
  let is1904 = false;
  let root = '';
  await parts.elements(path, (name, tag, parents) => {
    if (parents.length === 0) root = name;
    if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributesOf(tag).get('date1904') ?? '');
    if (name !== 'sheet' || parents.at(-1) !== 'sheets') return;
    if (sheets.length >= maxSheets) refuse('lists');
    const attributes = attributesOf(tag);
    const state = attributes.get('state') ?? 'visible';
    sheets.push({
      name: attributes.get('name') ?? '',
      isVisible: state === 'visible',
      relationship: attributes.get('id') ?? '',
    });
  });
  if (root !== 'workbook') refuse('notWorkbook');
  return { sheets, is1904 };
}

function refuseLargeFile({ size }: ByteSource): void {
  if (size <= csvLimits.bytes) return;
  const limit = formatNumber(Math.floor(csvLimits.bytes / 1024 / 1024));
  throw new CsvError('workbook', `The file is larger than ${limit} MB.`);
}

export type Workbook = Awaited<ReturnType<typeof openWorkbook>>;

/** Reads everything except the cells. Throws a `CsvError` if the file must not or cannot be read. */
export async function openWorkbook(source: ByteSource, limits: InflateLimits = inflateLimits) {
  refuseLargeFile(source);
  if (startsWith(await source.read(0, 4), oleMark)) return refuseOle(source);
  const parts = await openPackage(source, limits);
  const path = await findWorkbookPart(parts);
  const { sheets: listed, is1904 } = await readSheetList(parts, path);
  const related = await parts.relationships(path);
  const sheets = listed.flatMap(({ name, isVisible, relationship }): Sheet[] => {
    const target = related.get(relationship);
    // Sheets that consist of a chart have no cells.
    if (target && target.type !== 'worksheet') return [];
    if (!target?.path || !parts.has(target.path)) return refuse('damaged');
    return [{ name, isVisible, path: target.path }];
  });
  if (!sheets.some(({ isVisible }) => isVisible)) refuse('noSheet');
  const namedStyles = findPart(related, 'styles');
  const stylesPath = namedStyles !== null && parts.has(namedStyles) ? namedStyles : null;
  const stringsPath = findPart(related, 'sharedStrings');
  const texts = createTextStore(limits.textBytes);
  return {
    /** Sheets with cells, in the order of their tabs. */
    sheets,
    /** Days are counted from 1904 instead of 1900. */
    is1904,
    styles: stylesPath === null ? noStyles : await readStyles(parts, stylesPath),
    /** Null if there is none. */
    stylesPath,
    parts,
    strings: async (): Promise<SharedStrings> =>
      stringsPath !== null && parts.has(stringsPath)
        ? readSharedStrings(texts, parts.text(stringsPath), csvLimits)
        : noSharedStrings,
    /** What the texts read so far take up in memory. */
    textBytes: texts.byteLength,
    /** Releases that memory now instead of waiting for the garbage collector. */
    free: texts.free,
    /** The XML of a sheet. */
    text: (sheet: Sheet) => parts.text(sheet.path),
  };
}

/** The first visible sheet, or the visible one with this name. */
export function chooseSheet({ sheets }: Workbook, name: string | null): Sheet {
  const visible = sheets.filter(({ isVisible }) => isVisible);
  const chosen = name === null ? visible[0] : visible.find((sheet) => sheet.name === name);
  if (chosen) return chosen;
  throw new CsvError('workbook', `The workbook has no visible sheet named "${name}".`);
}
