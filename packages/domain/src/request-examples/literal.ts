/** How a language writes the values of JSON. */
export interface LiteralStyle {
  words: { true: string; false: string; null: string };
  text(value: string): string;
  key(name: string): string;
  /** Spaces per level. */
  indent: number;
  /** Objects that fit on a line have a space inside their braces. */
  padded: boolean;
}

const maxLineLength = 72;

/** A JSON value as code: on one line if it is short, otherwise one member per line. */
export function writeLiteral(value: unknown, style: LiteralStyle, level = 0): string {
  const line = writeLine(value, style);
  if (line.length + level * style.indent <= maxLineLength) return line;
  const inner = ' '.repeat((level + 1) * style.indent);
  const end = `\n${' '.repeat(level * style.indent)}`;
  const lines = membersOf(value, style).map(
    ({ key, member }) => `${inner}${key}${writeLiteral(member, style, level + 1)}`,
  );
  if (lines.length === 0) return line;
  const text = `\n${lines.join(',\n')}${end}`;
  return Array.isArray(value) ? `[${text}]` : `{${text}}`;
}

function writeLine(value: unknown, style: LiteralStyle): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'boolean' || value === null) return style.words[`${value}`];
  if (typeof value !== 'object') return String(value);
  const text = membersOf(value, style)
    .map(({ key, member }) => key + writeLine(member, style))
    .join(', ');
  if (Array.isArray(value)) return `[${text}]`;
  return style.padded && text ? `{ ${text} }` : `{${text}}`;
}

function membersOf(value: unknown, style: LiteralStyle): { key: string; member: unknown }[] {
  if (Array.isArray(value)) return value.map((member: unknown) => ({ key: '', member }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, member]) => ({ key: `${style.key(name)}: `, member }));
}

/** JSON itself, which curl and PowerShell send as text. */
export const jsonStyle: LiteralStyle = {
  words: { true: 'true', false: 'false', null: 'null' },
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  indent: 2,
  padded: false,
};
