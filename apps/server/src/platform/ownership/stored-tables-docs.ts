import type { StoredTable } from './stored-table.ts';

function deletedOf({ name, deleted, retention, ownerColumn }: StoredTable): string {
  const after = retention && `\`${retention.setting}\` after ${retention.since}`;
  const withOwner = ownerColumn && name !== 'users' && 'with the owner';
  return [after, deleted, withOwner].filter(Boolean).join('; ');
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
