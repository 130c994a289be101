import type { Catalog, Column, Table } from './read-catalog.ts';

const header = `// The tables as the migrations leave them. Written by \`npm run docs\`.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { OwnerId } from '../ownership/owner-id.ts';

/** Written as text: the driver would send a list as an array of PostgreSQL, which is not JSON. */
type Json = ColumnType<unknown, string, string>;
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
type GeneratedJson = ColumnType<unknown, string | undefined, string>;
`;

/** What the driver returns: 64-bit integers as text, and dates as `createDatabase` tells it to. */
const scalarTypes: Record<string, string> = {
  bigint: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  inet: 'string',
  integer: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
};

/** What names the owner of a row. */
const ownerColumns = new Set(['owner', 'user_id']);

/** The values that a check constraint allows, as PostgreSQL prints it. */
function allowedValues({ constraints }: Table, column: string): string | null {
  const start = `CHECK (${column} = ANY (ARRAY[`;
  const list = constraints.find(({ definition }) => definition.startsWith(start))?.definition;
  return list?.match(/'[^']*'/g)?.join(' | ') ?? null;
}

function columnType(table: Table, { name, type, isNullable, default: value, isIdentity }: Column): string {
  if (type === 'json' || type === 'jsonb')
    return isNullable ? 'NullableJson' : value === null ? 'Json' : 'GeneratedJson';
  const scalar =
    (ownerColumns.has(name) ? 'OwnerId' : null) ??
    allowedValues(table, name) ??
    scalarTypes[type.startsWith('character varying') ? 'text' : type];
  if (!scalar) throw new Error(`${table.name}.${name}: add ${type} to scalarTypes`);
  const read = isNullable ? `${scalar} | null` : scalar;
  if (isIdentity) return `GeneratedAlways<${read}>`;
  return value === null ? read : `Generated<${read}>`;
}

function tableType(table: Table): string {
  const columns = table.columns.map((column) => `    ${column.name}: ${columnType(table, column)};`);
  return `  ${table.name}: {\n${columns.join('\n')}\n  };`;
}

/** The content of src/platform/db/tables.ts. */
export function tableTypes({ tables }: Catalog): string {
  return `${header}\nexport interface Tables {\n${tables.map(tableType).join('\n')}\n}\n`;
}
