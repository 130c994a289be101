import type { Catalog, Column, Table } from './read-catalog.ts';

const header = `-- What the migrations add up to, for reading: the server creates its tables with the migrations.
-- Written by \`npm run docs\`. pg-boss creates the tables of the queue itself, in the schema pgboss.`;

function columnText({ name, type, isNullable, default: value, isIdentity, isGenerated }: Column): string {
  return [
    `${name} ${type}`,
    ...(isNullable ? [] : ['NOT NULL']),
    ...(isIdentity ? ['GENERATED ALWAYS AS IDENTITY'] : []),
    ...(value === null ? [] : [isGenerated ? `GENERATED ALWAYS AS (${value}) STORED` : `DEFAULT ${value}`]),
  ].join(' ');
}

function tableText(table: Table): string {
  const parts = [
    ...table.columns.map(columnText),
    ...table.constraints.map(({ name, definition }) => `CONSTRAINT ${name} ${definition}`),
  ];
  const partition = table.partitionKey === null ? '' : ` PARTITION BY ${table.partitionKey}`;
  const options = table.options === null ? '' : ` WITH (${table.options.join(', ')})`;
  const create = `CREATE ${table.isUnlogged ? 'UNLOGGED ' : ''}TABLE ${table.name} (\n  ${parts.join(',\n  ')}\n)`;
  return [`${create}${partition}${options}`, ...table.indexes, ...table.triggers]
    .map(endStatement)
    .join('\n');
}

const endStatement = (text: string): string => `${text.trimEnd()};`;

/** The content of schema.sql. */
export function schemaSql({ extensions, functions, tables }: Catalog): string {
  const statements = [...[...extensions, ...functions].map(endStatement), ...tables.map(tableText)];
  return `${[header, ...statements].join('\n\n')}\n`;
}
