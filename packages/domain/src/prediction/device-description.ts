import { readDescription } from './description.ts';
import { type LabeledField, type LabeledFields, labels, quote } from './labeled-fields.ts';

/** Addresses and names in this format need no quotes. */
const isPlainWord = (value: string) => /^[^\s,;"]{1,80}$/.test(value);
const isAddress = (field: LabeledField) => field === 'hostname' || field === 'ip' || field === 'mac';

function write(fields: LabeledFields, quoteAll: boolean): string {
  const parts = Object.entries(labels).flatMap(([name, label]) => {
    const field = name as LabeledField;
    const value = fields[field] ?? '';
    if (value === '') return [];
    const isPlain = !quoteAll || (isAddress(field) && isPlainWord(value));
    return [`${label}: ${isPlain ? value : quote(value)}`];
  });
  return parts.join(', ');
}

function readsBack(text: string, { type, manufacturer, model, serial }: LabeledFields): boolean {
  const row = readDescription(text);
  const isSameType = type ? row.typeName === type : true;
  return (
    isSameType &&
    row.manufacturer === (manufacturer ?? '') &&
    row.modelNumber === (model ?? '') &&
    row.serialNumber === (serial ?? '') &&
    [row.assetTag, row.purchaseDate, row.warrantyExpire, row.description].every((cell) => cell === '')
  );
}

/** Describes a device so that `readDescription` reads back exactly these fields and nothing else. */
export function describeDevice(fields: LabeledFields): string {
  const text = write(fields, false);
  return readsBack(text, fields) ? text : write(fields, true);
}
