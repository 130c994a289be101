import * as z from 'zod/mini';
import { type DateField, dateFields } from './result-fields.ts';

// Date formats as used in spreadsheets: dd.mm.yyyy, m/d/yy, yyyy-mm-dd 00:00:00.

/** The languages whose month names are read and written, as ISO 639 codes. */
export const monthLanguages = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl'] as const;
export type MonthLanguage = (typeof monthLanguages)[number];

const day = 'dd?';
const month = 'mm?';
const monthName = String.raw`(?:mmmm|mmm|MMM)\.?`;
const year = '(?:yyyy|yy)';
/** As in spreadsheets, `[$-de]` says that the names are German. English ones need nothing. */
const language = String.raw`(?:\[\$-(?:${monthLanguages.filter((each) => each !== 'en').join('|')})\])?`;
const dot = String.raw`\.`;
/** 3 "de" mayo "de" 2020, 11. März 2019, 11 marca 2019 "r." */
const namedDay = `${day}${dot}?(?: "de")? ${monthName}(?: "de")? ${year}(?: "r${dot}")?`;
const datePattern = [
  'serial',
  'yyyymmdd',
  ...['-', '/', dot].flatMap((mark) => [
    `yyyy${mark}${month}${mark}${day}`,
    `${day}${mark}${month}${mark}${year}`,
    `${month}${mark}${day}${mark}${year}`,
    `${language}${day}${mark}${monthName}${mark}${year}`,
  ]),
  `${language}${namedDay}`,
  `${language}${monthName} ${day},? yyyy`,
].join('|');

const time = String.raw`(?:[Tt]| |, )\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?[AaPp]\.?[Mm]\.?)?`;
const zone = String.raw` ?(?:[Zz]|[Uu][Tt][Cc]|[Gg][Mm][Tt]|[+-]\d\d:?\d\d)`;
/** An optional time and an optional time zone after the date. */
export const dateTail = `(?:${time})?(?:${zone})?`;

/** The first group is replaced with the parts of the date; the second follows it unchanged. */
export const dateFormatForm = new RegExp(`^(${datePattern})(${dateTail})$`);

const dateFormat = z
  .string()
  .check(z.maxLength(60), z.regex(dateFormatForm, 'Must be a date format such as dd.mm.yyyy'));

const format = z.optional(dateFormat);
const formatOfEach = Object.fromEntries(dateFields.map((field) => [field, format])) as Record<
  DateField,
  typeof format
>;
export const dateFormats = z
  .object(formatOfEach)
  .check(
    z.describe(
      'How dates are written, by field: yyyy, yy, mmmm, mmm, MMM, mm, m, dd, d and what stands between them, such as dd.mm.yyyy, with the language of month names in front if it is not English, such as [$-de]d. mmmm yyyy, or `serial` for the day numbers of Excel. Where one is left out all rows decide: the format of its column, else the one that all other mapped date columns share, else yyyy-mm-dd',
    ),
  );
export type DateFormats = z.output<typeof dateFormats>;
