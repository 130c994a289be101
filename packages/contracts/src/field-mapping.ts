import * as z from 'zod/mini';

/** What a column of a file can mean, in the order screens list it. `deviceModel` is evidence for the maker only. */
export const mappedFields = [
  'modelNumber',
  'manufacturer',
  'warranty',
  'startDate',
  'endDate',
  'serviceLevel',
  'serviceTag',
  'productCode',
  'systemDescription',
  'shipDate',
  'purchaseDate',
  'deviceModel',
] as const;
export type MappedField = (typeof mappedFields)[number];

/** A name can be as long as a cell. */
const columnName = z.string().check(z.minLength(1), z.maxLength(32 * 1024));
const column = z.optional(columnName);

export const fieldMapping = z
  .object({
    modelNumber: column.check(z.describe('The identifier; nothing can be looked up without it')),
    manufacturer: column,
    warranty: column.check(z.describe('Receives the status word')),
    startDate: column,
    endDate: column,
    serviceLevel: column,
    serviceTag: column,
    productCode: column,
    systemDescription: column,
    shipDate: column,
    purchaseDate: column,
    deviceModel: column.check(z.describe('Evidence for the maker; never written')),
  })
  .check(z.describe('Which column of the file serves which field'));
export type FieldMapping = z.output<typeof fieldMapping>;

/** What to do where no column holds a purchase date. */
export const purchaseDateChoice = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('create') }),
  z.object({
    mode: z.literal('update'),
    column: columnName.check(z.describe('Its blank cells are filled, whatever fillBlankFields says')),
  }),
]);
export type PurchaseDateChoice = z.output<typeof purchaseDateChoice>;

const count = z.int().check(z.nonnegative());

/** Every row is in exactly one of the first four; the last two are counted beside them. */
export const manufacturerStats = z.object({
  provided: count.check(z.describe('The file names the maker as we write it, or one outside ours')),
  normalized: count.check(z.describe('The file names the maker in another spelling')),
  guessed: count.check(z.describe('The maker follows from the model or the serial number')),
  skipped: count.check(z.describe('Nothing to look up, or no maker')),
  conflicts: count.check(z.describe('The model or the serial number names another maker than the file')),
  nonDellFiltered: count.check(z.describe('Rows of a maker that this run does not process')),
});
export type ManufacturerStats = z.output<typeof manufacturerStats>;
