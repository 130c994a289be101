// Every table of the schema has an entry in docs/security.md: whose it is, how it is bounded and when it is deleted. One with a
// column for an IP address says so, because that is data about a person.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Violation } from './violation.ts';

const SCHEMA = 'apps/server/schema.sql';
const DOCUMENT = 'docs/security.md';
const RULE = 'stored-data';
/** pg-boss creates its tables itself, so they are one entry. */
const QUEUE = 'pgboss.*';

const CREATE_TABLE = /^CREATE (?:UNLOGGED )?TABLE (\w+) \(\n(.*?)^\)/gms;
const ADDRESS_COLUMN = /^ {2}(?:address|ip) /m;
/** The first cell starts with the name; four cells, none of them empty. */
const ENTRY = /^\| `([\w.*]+)`[^|]*\|((?: *[^|\s][^|]* *\|){3})$/;

interface Entry {
  table: string;
  line: number;
  text: string;
}

function entriesIn(text: string): Entry[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('| Table |'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  if (start < 0) return [];
  return lines.slice(start, end < 0 ? undefined : end).flatMap((line, index) => {
    const table = ENTRY.exec(line)?.[1];
    return table === undefined ? [] : [{ table, line: start + index + 1, text: line }];
  });
}

export async function checkStoredData(root: string): Promise<Violation[]> {
  const [schema, text] = await Promise.all(
    [SCHEMA, DOCUMENT].map((file) => readFile(join(root, file), 'utf8')),
  );
  const tables = [...(schema ?? '').matchAll(CREATE_TABLE)].map(([, name = '', columns = '']) => ({
    name,
    hasAddress: ADDRESS_COLUMN.test(columns),
  }));
  const expected = [...tables.map(({ name }) => name), QUEUE];
  const entries = entriesIn(text ?? '');
  const violation = (line: number, message: string) => ({ file: DOCUMENT, line, rule: RULE, message });
  const missing = expected.filter((table) => !entries.some((entry) => entry.table === table));
  const unknown = entries.filter(
    ({ table }, index) =>
      !expected.includes(table) || entries.findIndex((other) => other.table === table) !== index,
  );
  const silent = entries.filter(
    ({ table, text }) =>
      tables.some(({ name, hasAddress }) => name === table && hasAddress) && !text.includes('IP address'),
  );
  return [
    ...silent.map(({ table, line }) => violation(line, `${table} stores an IP address; say which and why.`)),
    ...missing.map((table) =>
      violation(
        1,
        `table ${table} has no complete entry; say whose it is, its bound and when rows are deleted.`,
      ),
    ),
    ...unknown.map(({ table, line }) =>
      violation(line, `${table} is listed twice or is not a table of ${SCHEMA}; delete the entry.`),
    ),
  ];
}
