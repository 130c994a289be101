/** Labels recognized in a description: `Model: OptiPlex 7090`. */
export const labels = {
  hostname: 'Host',
  ip: 'IP',
  mac: 'MAC',
  type: 'Type',
  manufacturer: 'Manufacturer',
  model: 'Model',
  serial: 'Serial',
} as const;
export type LabeledField = keyof typeof labels;
export type LabeledFields = Partial<Record<LabeledField, string>>;

const fieldOf = new Map(
  Object.entries(labels).map(([field, label]) => [label.toLowerCase(), field as LabeledField]),
);
const anyLabel = Object.values(labels).join('|');

/** `Model: "MacBookPro16,1"`, with inner quotes doubled: exactly this text, whatever it contains. */
const quotedForm = new RegExp(String.raw`\b(${anyLabel}): "((?:[^"]|"")*)"`, 'gi');

/** Up to the next comma. Serial numbers, names and addresses have separate patterns. */
const plainForms = {
  type: /(?:^|[,;|]) *type ?[:=]([^,;|]*)/i,
  manufacturer: /\bmanufacturer ?[:=]([^,;|]*)/i,
  model: /\bmodel(?: name| number| no\.?)? ?[:=]([^,;|]*)/i,
} as const;

interface Cut {
  fields: LabeledFields;
  /** The text without the fields. */
  rest: string;
}

export const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`;

export function cutQuotedFields(text: string): Cut {
  const fields: LabeledFields = {};
  const rest = text.replaceAll(quotedForm, (_, label: string, value: string) => {
    const field = fieldOf.get(label.toLowerCase());
    if (field) fields[field] = value.replaceAll('""', '"');
    return ' ';
  });
  return { fields, rest };
}

export function cutPlainFields(text: string): Cut {
  const fields: LabeledFields = {};
  let rest = text;
  for (const field of ['type', 'manufacturer', 'model'] as const) {
    const found = plainForms[field].exec(rest);
    const value = found?.[1]?.trim() ?? '';
    if (!found || value === '') continue;
    fields[field] = value;
    rest = rest.replace(found[0], ' ');
  }
  return { fields, rest };
}
