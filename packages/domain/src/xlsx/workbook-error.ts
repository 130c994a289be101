import { CsvError } from '../csv/csv-error.ts';

/** Why a workbook cannot be read, as a sentence for the user. */
export const refusals = {
  damaged: 'The workbook is damaged. Open it in your spreadsheet program, save it again and try again.',
  notWorkbook: 'This is a zip archive, not an Excel workbook (.xlsx).',
  binary: 'This is a binary workbook (.xlsb). Save it as .xlsx or .csv and try again.',
  old: 'This is an Excel 97-2003 workbook (.xls). Save it as .xlsx or .csv and try again.',
  encrypted: 'The workbook is encrypted. Remove its password and try again.',
  macros: 'The workbook contains macros. Save it as .xlsx without macros and try again.',
  signed:
    'The workbook is digitally signed, and adding columns would break its signature. Remove the signature, or save it as .csv, and try again.',
  external: 'The workbook refers to other files. Break its external links and try again.',
  inflated: 'The workbook is too large when unpacked.',
  entries: 'The workbook contains too many parts.',
  lists: 'The workbook contains too many sheets or styles.',
  noSheet: 'The workbook has no visible sheet.',
  entities: 'The workbook contains a document type declaration, which is not allowed.',
  empty: 'The sheet is empty.',
} as const;

export function refuse(reason: keyof typeof refusals): never {
  throw new CsvError('workbook', refusals[reason]);
}
