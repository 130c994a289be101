import type { StoredTable } from './stored-table.ts';

function deletedOf({ deleted, retention, ownerColumn, personColumn }: StoredTable): string {
  const after = retention && `\`${retention.setting}\` after ${retention.since}`;
  const withOwner = ownerColumn && ownerColumn !== 'id' && 'with the owner';
  const withPerson = personColumn && personColumn !== 'id' && 'with the person';
  return [after, deleted, withOwner, withPerson].filter(Boolean).join('; ');
}

/** The list in docs/security.md. */
export function storedTablesMarkdown(tables: readonly StoredTable[]): string {
  const rows = tables.map((table) => {
    const { name, about, owner, bound } = table;
    return `| \`${name}\`${about ? ` (${about})` : ''} | ${owner} | ${bound} | ${deletedOf(table)} |`;
  });
  return ['| Table | Owner | Bound | Deleted |', '|---|---|---|---|', ...rows].join('\n');
}

/** Writes the list into the page. */
export function withStoredTables(page: string, tables: readonly StoredTable[]): string {
  return page.replace(
    /^\| Table \| Owner \|.*\n(?:\|.*(?:\n|$))*/m,
    () => `${storedTablesMarkdown(tables)}\n`,
  );
}
