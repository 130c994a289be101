interface ResultFieldOptions {
  /** Its name where columns are mapped. */
  label: string;
  /** The header of the column that is added to a file without a column for it. */
  column: string;
  kind: 'text' | 'date' | 'status';
  /** A license is not a hardware warranty, so what it says about coverage is not written. */
  about: 'coverage' | 'device';
  /** Its position in stored results, which never changes and is not used again. Null if it is derived from other fields. */
  stored: number | null;
}

/**
 * The fields of a result that a file can contain, in the order of the added columns. Mapping, labels, columns and storage
 * derive from this list. Positions 0, 3 and 9 to 13 hold what does not belong to a field; the next free one is 14.
 */
export const resultFields = {
  warranty: { label: 'Warranty', column: 'Warranty Status', kind: 'status', about: 'coverage', stored: null },
  startDate: {
    label: 'Start Date',
    column: 'Warranty Start Date',
    kind: 'date',
    about: 'coverage',
    stored: 1,
  },
  endDate: { label: 'End Date', column: 'Warranty End Date', kind: 'date', about: 'coverage', stored: 2 },
  serviceLevel: {
    label: 'Service Level',
    column: 'Service Level',
    kind: 'text',
    about: 'coverage',
    stored: 4,
  },
  serviceTag: { label: 'Service Tag', column: 'Service Tag', kind: 'text', about: 'device', stored: 5 },
  productCode: { label: 'Product Code', column: 'Product Code', kind: 'text', about: 'device', stored: 6 },
  systemDescription: {
    label: 'System Description',
    column: 'System Description',
    kind: 'text',
    about: 'device',
    stored: 7,
  },
  shipDate: { label: 'Ship Date', column: 'Ship Date', kind: 'date', about: 'device', stored: 8 },
  purchaseDate: {
    label: 'Purchase Date',
    column: 'Purchase Date',
    kind: 'date',
    about: 'device',
    stored: null,
  },
} as const satisfies Record<string, ResultFieldOptions>;

type ResultFields = typeof resultFields;
export type ResultField = keyof ResultFields;
/** The fields with these options. */
type FieldsWith<Options extends Partial<ResultFieldOptions>> = {
  [F in ResultField]: ResultFields[F] extends Options ? F : never;
}[ResultField];

export type DateField = FieldsWith<{ kind: 'date' }>;
export type StoredField = FieldsWith<{ stored: number }>;
export type StoredCoverageField = FieldsWith<{ stored: number; about: 'coverage' }>;
export type StoredDeviceField = FieldsWith<{ stored: number; about: 'device' }>;

export const resultFieldNames = Object.keys(resultFields) as ResultField[];

/** The value of each field, as computed from its name and options. */
export function mapResultFields<T>(
  toValue: (field: ResultField, options: ResultFieldOptions) => T,
): Record<ResultField, T> {
  return Object.fromEntries(
    resultFieldNames.map((field) => [field, toValue(field, resultFields[field])]),
  ) as Record<ResultField, T>;
}

const fieldsWhere = <F extends ResultField>(has: (options: ResultFieldOptions) => boolean) =>
  resultFieldNames.filter((field): field is F => has(resultFields[field]));

const isStored = ({ stored }: ResultFieldOptions) => stored !== null;
export const dateFields = fieldsWhere<DateField>(({ kind }) => kind === 'date');
export const storedFields = fieldsWhere<StoredField>(isStored);
export const storedCoverageFields = fieldsWhere<StoredCoverageField>(
  (options) => isStored(options) && options.about === 'coverage',
);
export const storedDeviceFields = fieldsWhere<StoredDeviceField>(
  (options) => isStored(options) && options.about === 'device',
);
