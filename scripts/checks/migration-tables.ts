// A migration changes at most one table that exists already. It holds the locks on what it changes until it ends, and requests that
// join two tables lock them in their own order: PostgreSQL then ends one of them with "deadlock detected". Squawk reads one statement
// at a time, so it does not see this.
import { lineAt } from './syntax.ts';
import type { Violation } from './violation.ts';

const RULE = 'one-existing-table';
const NAME = String.raw`(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?"?(?:public"?\."?)?([a-z_]\w*)"?`;
const NAMES = String.raw`(?:if\s+exists\s+)?(?:only\s+)?([a-z_][\w.]*(?:\s*,\s*[a-z_][\w.]*)*)`;
const CREATED = new RegExp(String.raw`\bcreate\s+(?:unlogged\s+)?table\s+${NAME}`, 'gi');
const CHANGED = [
  String.raw`alter\s+table\s+${NAME}`,
  String.raw`(?:drop|lock)\s+table\s+${NAMES}`,
  String.raw`truncate\s+(?:table\s+)?${NAMES}`,
  String.raw`partition\s+of\s+${NAME}`,
  String.raw`create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?:\w+\s+)?on\s+${NAME}`,
  String.raw`(?:create\s+(?:or\s+replace\s+)?(?:constraint\s+)?|drop\s+)trigger\s+[^;]*?\son\s+${NAME}`,
  String.raw`(?:insert|merge)\s+into\s+${NAME}`,
  String.raw`delete\s+from\s+${NAME}`,
  // The word `set` distinguishes the statement from `for update` and `on conflict do update set`.
  String.raw`update\s+(?!set\b|on\b|of\b)${NAME}[^;]*?\sset\b`,
].map((pattern) => new RegExp(String.raw`\b${pattern}`, 'gi'));
const DROPPED_INDEX = new RegExp(String.raw`\bdrop\s+index\s+(?:concurrently\s+)?${NAME}`, 'gi');

const COMMENT = /--[^\n]*/g;
/** What a function will do is not done by the migration that creates it. */
const FUNCTION_BODY = /(create\s+(?:or\s+replace\s+)?(?:function|procedure)\b[^;$]*)(\$\w*\$)([\s\S]*?)\2/gi;

interface Change {
  table: string;
  index: number;
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

function withoutComments(sql: string): string {
  return sql
    .replaceAll(COMMENT, blank)
    .replaceAll(
      FUNCTION_BODY,
      (_, head: string, tag: string, body: string) => `${head}${tag}${blank(body)}${tag}`,
    );
}

function changesIn(sql: string): Change[] {
  return CHANGED.flatMap((pattern) =>
    [...sql.matchAll(pattern)].flatMap(({ 1: names = '', index }) =>
      names.split(',').map((name) => ({ table: name.trim().replace('public.', '').toLowerCase(), index })),
    ),
  );
}

/** An index is named after its table, of which the statement that drops it says nothing. */
function droppedIndexesIn(sql: string, tables: readonly string[]): Change[] {
  return [...sql.matchAll(DROPPED_INDEX)].map(({ 1: name = '', index }) => {
    const table = tables.find((each) => name.startsWith(`${each}_`)) ?? name;
    return { table: table.toLowerCase(), index };
  });
}

export function findSecondTable(file: string, text: string): Violation[] {
  const sql = withoutComments(text);
  const created = [...sql.matchAll(CREATED)].map(({ 1: name = '' }) => name.toLowerCase());
  const changed = changesIn(sql);
  const tables = [...created, ...changed.map(({ table }) => table)];
  const [first, ...others] = [...changed, ...droppedIndexesIn(sql, tables)]
    .filter(({ table }) => !created.includes(table))
    .toSorted((a, b) => a.index - b.index);
  const second = others.find(({ table }) => table !== first?.table);
  if (!first || !second) return [];
  const message = `changes ${first.table} and ${second.table}, which can deadlock with requests that use both; write a migration for each.`;
  return [{ file, line: lineAt(sql, second.index), rule: RULE, message }];
}
