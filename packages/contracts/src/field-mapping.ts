import * as z from 'zod/mini';
import { count } from './core/fields.ts';
import { mapResultFields, type ResultField, resultFieldNames } from './result-fields.ts';

/** Meanings of a file column, in display order. `deviceModel` is only evidence for the manufacturer. */
export type MappedField = 'modelNumber' | 'manufacturer' | ResultField | 'deviceModel';
export const mappedFields: readonly MappedField[] = [
  'modelNumber',
  'manufacturer',
  ...resultFieldNames,
  'deviceModel',
];

/** A column name can be as long as a cell. */
const columnName = z.string().check(z.minLength(1), z.maxLength(32 * 1024));
const column = z.optional(columnName);

export const fieldMapping = z
  .object({
    modelNumber: column.check(z.describe('The identifier; nothing can be looked up without it')),
    manufacturer: column,
    ...mapResultFields(() => column),
    warranty: column.check(z.describe('Receives the status word')),
    deviceModel: column.check(z.describe('Used to detect the manufacturer; never written')),
  })
  .check(z.describe('Which column of the file serves which field'));
export type FieldMapping = z.output<typeof fieldMapping>;

/** What to do if no column has a purchase date. */
export const purchaseDateChoice = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('create') }),
  z.object({
    mode: z.literal('update'),
    column: columnName.check(z.describe('Its blank cells are filled, whatever fillBlankFields says')),
  }),
]);
export type PurchaseDateChoice = z.output<typeof purchaseDateChoice>;

/** Every row is in exactly one of the first four counts; the last two are counted separately. */
export const manufacturerStats = z.object({
  provided: count.check(
    z.describe('The file names the manufacturer in its standard spelling, or an unsupported one'),
  ),
  normalized: count.check(z.describe('The file names the manufacturer in a different spelling')),
  guessed: count.check(z.describe('The manufacturer was derived from the model or serial number')),
  skipped: count.check(z.describe('No identifier or no manufacturer')),
  conflicts: count.check(z.describe('The model or serial number contradicts the manufacturer in the file')),
  nonDellFiltered: count.check(z.describe('Rows with a manufacturer that this run does not process')),
});
export type ManufacturerStats = z.output<typeof manufacturerStats>;
