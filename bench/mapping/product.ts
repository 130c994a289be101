import { readFileSync, writeFileSync } from 'node:fs';
import { checkExport, writeExportCsv } from '@warranty/domain/json-mapping/export';
import { mapRows } from '@warranty/domain/json-mapping/rows';

// Exports once, as a page does, from the text of the response to the text of the file. Arguments: the response, the
// mappings, where to write.
const [sourceFile = '', mappingsFile = '', target = ''] = process.argv.slice(2);
const text = readFileSync(sourceFile, 'utf8');
const mappings = JSON.parse(readFileSync(mappingsFile, 'utf8'));

const startedAt = performance.now();
const data: unknown = JSON.parse(text);
const parsed = performance.now();
const { rows } = mapRows(data, mappings);
const { issues } = checkExport(rows);
const mapped = performance.now();
const { csv } = writeExportCsv(rows);
// Reading a character in the middle forces V8 to flatten the string.
csv.charCodeAt(csv.length >> 1);
const written = performance.now();

if (issues.length > 0) throw new Error(issues.join(', '));
writeFileSync(target, csv);
console.log(JSON.stringify({ parse: parsed - startedAt, map: mapped - parsed, write: written - mapped }));
