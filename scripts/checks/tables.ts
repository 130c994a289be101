// Each table is written by one store only. Detects Kysely calls with a literal name and SQL inside strings and templates,
// but not names built at run time or SQL split over several strings.
import { isNode, lineAt, literalText, type Node, type Source, walk } from './syntax.ts';
import type { Violation } from './violation.ts';

export const TABLE_RULE = 'one-store-per-table';

const CALLS = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];
const NAME = String.raw`(?:only\s+)?"?((?:\w+"?\."?)?[a-z_]\w*)"?`;
const WRITES = [
  new RegExp(String.raw`\b(?:insert|merge)\s+into\s+${NAME}`, 'gi'),
  new RegExp(String.raw`\bdelete\s+from\s+${NAME}`, 'gi'),
  new RegExp(String.raw`\btruncate\s+(?:table\s+)?${NAME}`, 'gi'),
  // The word `set` distinguishes the statement from `for update` and `on conflict do update set`.
  new RegExp(String.raw`\bupdate\s+${NAME}(?:\s+(?:as\s+)?[a-z]\w*)??\s+set\b`, 'gi'),
  new RegExp(String.raw`\bcopy\s+${NAME}\s*(?:\([^)]*\)\s*)?from\b`, 'gi'),
];

interface Write {
  table: string;
  file: string;
  line: number;
}

function tableName(text: string): string {
  const [name = ''] = text.trim().split(/\s/);
  return name
    .replaceAll('"', '')
    .replace(/^public\./, '')
    .toLowerCase();
}

function sqlText(node: Node): string | undefined {
  if (node.type !== 'TemplateLiteral') return literalText(node);
  const quasis = node.quasis as { value: { raw: string } }[];
  return quasis.map((quasi) => quasi.value.raw).join(' $ ');
}

function tablesIn(node: Node): string[] {
  if (node.type === 'CallExpression') {
    const callee = node.callee as Node;
    const method = isNode(callee.property) ? (callee.property.name as string) : '';
    const name = CALLS.includes(method) ? literalText((node.arguments as Node[])[0]) : undefined;
    return name === undefined ? [] : [tableName(name)];
  }
  const text = sqlText(node);
  if (text === undefined) return [];
  return WRITES.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => tableName(match[1] ?? '')));
}

function writesOf(source: Source): Write[] {
  const writes: Write[] = [];
  walk(source.program, (node) => {
    for (const table of tablesIn(node)) {
      writes.push({ table, file: source.path, line: lineAt(source.text, node.start) });
    }
  });
  return writes;
}

export function findSharedTables(stores: Source[]): Violation[] {
  const byTable = Map.groupBy(stores.flatMap(writesOf), (write) => write.table);
  return [...byTable].flatMap(([table, writes]) => {
    const files = [...new Set(writes.map((write) => write.file))].sort();
    const last = writes.find((write) => write.file === files.at(-1));
    if (files.length < 2 || !last) return [];
    const message = `table ${table} is written by ${files.join(' and ')}; let one store write it and call its feature's service.`;
    return [{ file: last.file, line: last.line, rule: TABLE_RULE, message }];
  });
}
