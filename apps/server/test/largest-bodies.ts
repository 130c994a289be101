import { gzipSync } from 'node:zlib';
import { workbookType } from '@warranty/contracts/bulk-lookup';
import type { BodyFile, Endpoint } from '@warranty/contracts/core/endpoint';
import { sample } from './sample.ts';
import { buildWorkbook, inline } from './workbooks/build-workbook.ts';

const large = 1024 * 1024;

export interface HostileBody {
  name: string;
  bytes: Buffer;
  contentType: string;
  gzip?: true;
}

/** Repeats `item` as often as it fits between `start` and `end`. */
function fill(size: number, start: string, end: string, item: string, gap = ','): Buffer {
  const count = Math.max(
    0,
    Math.floor((size - start.length - end.length - item.length) / (item + gap).length),
  );
  const bytes = Buffer.alloc(size, ' ');
  const from = bytes.write(start, 0, 'latin1');
  bytes.fill(item + gap, from, from + count * (item + gap).length, 'latin1');
  bytes.write(item + end, from + count * (item + gap).length, 'latin1');
  return bytes;
}

/** Like `fill`, with a distinct number in place of each run of `#`. */
function fillNumbered(size: number, start: string, end: string, item: string, gap = ','): Buffer {
  const bytes = fill(size, start, end, item, gap);
  const mark = '#'.charCodeAt(0);
  const digits = item.lastIndexOf('#') - item.indexOf('#') + 1;
  for (let index = bytes.indexOf(mark), count = 0; index >= 0; index = bytes.indexOf(mark, index), count += 1)
    bytes.write(String(count).padStart(digits, '0'), index, 'latin1');
  return bytes;
}

/** The member that can hold the most: a list, or else the first. */
function widest(body: Record<string, unknown>): string {
  return Object.keys(body).find((name) => Array.isArray(body[name])) ?? Object.keys(body)[0] ?? 'x';
}

/** Replaces every string with a number. */
function spoil(value: unknown): unknown {
  if (typeof value === 'string') return 1;
  if (Array.isArray(value)) return value.map(spoil);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spoil(member)]));
}

function jsonBodies(size: number, body: Record<string, unknown>): Record<string, Buffer> {
  const member = widest(body);
  const [start, end] = [`{"${member}":[`, ']}'];
  const item = Array.isArray(body[member]) ? body[member][0] : body[member];
  const [good, bad] = [JSON.stringify(item), JSON.stringify(spoil(item))];
  const others = JSON.stringify({ ...body, [member]: undefined }).slice(1);
  return {
    'no JSON': Buffer.alloc(size, 'x'),
    'one level in the other': Buffer.alloc(size, '['),
    'many that are deep': fill(size, start, end, '['.repeat(60) + ']'.repeat(60)),
    'all wrong': fill(size, start, end, '1'),
    'all empty': fill(size, start, end, '{}'),
    'all with a wrong member': fill(size, start, `],${others}`, bad),
    'all right': fill(size, start, `],${others}`, good),
    'each with a name of its own': fillNumbered(
      size,
      start,
      `],${others}`,
      `{"########":"${'x'.repeat(32)}"}`,
    ),
    'names alone': fillNumbered(size, `{"${member}":{`, '}}', '"########":"x"'),
    'one text': fill(size, `{"${member}":"`, '"}', '@.'.repeat(512), ''),
    'one item of one text': fill(size, `{"${member}":["`, '"]}', `-'\\"`.repeat(256), ''),
    'spaces, mostly': fill(size, start, end, `\n${' '.repeat(200)}{}`),
  };
}

function fileBodies(size: number): Record<string, Buffer> {
  return {
    'one line': Buffer.alloc(size, 'x'),
    'columns alone': Buffer.alloc(size, ','),
    'lines alone': Buffer.alloc(size, '\n'),
    'short rows': fillNumbered(size, 'Serial\n', '\n', '########', '\n'),
    'a quote that never ends': Buffer.alloc(size, 'a,"b\n'),
    'quotes alone': Buffer.alloc(size, '"'),
    'what might be an address': Buffer.concat([
      Buffer.from('q,'),
      Buffer.alloc(size - 4, '@.'),
      Buffer.from(' x'),
    ]),
    'what might be a label': Buffer.concat([
      Buffer.from('Serial\n'),
      fill(size - 7, '', '', `${'sn:'.repeat(1000)}x${"'".repeat(5000)}x`, '\n'),
    ]),
    'no text at all': Buffer.alloc(size),
  };
}

/** Small when packed. `size` is that of the XML. */
function workbookBodies(size: number): Record<string, Buffer> {
  const header = `<row>${inline('A1', 'Serial')}</row>`;
  const repeated = (unit: string) => unit.repeat(size / unit.length);
  const ofSheet = (rows: string, strings?: string) =>
    Buffer.from(buildWorkbook({ sheets: [{ name: 'S', rows: header + rows }], ...(strings && { strings }) }));
  const whole = ofSheet(repeated(`<row>${inline('A1', 'B000003')}</row>`));
  return {
    'cells without a value': ofSheet(`<row>${repeated('<c/>')}</row>`),
    'rows without a cell': ofSheet(repeated('<row/>')),
    'elements that are not cells': ofSheet(repeated('<x a="b"/>')),
    'one element in the other': ofSheet(repeated('<x>')),
    'texts without a character': ofSheet('<row><c t="s"><v>0</v></c></row>', repeated('<si/>')),
    'numbers of texts that are not there': ofSheet(repeated('<row><c t="s"><v>0.5</v></c></row>'), '<si/>'),
    'a workbook of rows': whole,
    'half of a workbook': whole.subarray(0, whole.length / 2),
  };
}

const asJson = 'application/json';

/** Shapes that have been slow; only these are used for bodies that take long to send. */
const worst = new Set([
  'many that are deep',
  'all wrong',
  'each with a name of its own',
  'one text',
  'spaces, mostly',
]);
const worstPacked = new Set(['many that are deep', 'all wrong', 'one text']);

/** The largest bodies that an endpoint accepts, in shapes that are expensive to parse. */
export function hostileBodies(
  endpoint: Endpoint,
  size: number,
  known: Record<string, unknown>,
): HostileBody[] {
  if (endpoint.upload) return endpoint.upload.flatMap((type) => named(uploadsOf(type, size), type));
  const body = sample(endpoint.body as never, known) as Record<string, unknown>;
  const bodies = named(jsonBodies(size, body), asJson).filter(({ name }) => size <= large || worst.has(name));
  if (endpoint.file) bodies.push(...photos(endpoint.file, body));
  if (!endpoint.gzip) return bodies;
  const packed = bodies
    .filter(({ name }) => worstPacked.has(name))
    .map(({ name, bytes }) => ({
      name: `${name}, packed`,
      bytes: gzipSync(bytes, { level: 1 }),
      contentType: asJson,
      gzip: true as const,
    }));
  return [...bodies, ...packed];
}

const uploadsOf = (type: string, size: number) =>
  type === workbookType ? workbookBodies(size) : fileBodies(size);

function named(bodies: Record<string, Buffer>, contentType: string): HostileBody[] {
  return Object.entries(bodies).map(([name, bytes]) => ({ name, bytes, contentType }));
}

function photos({ field, maxBytes, types }: BodyFile, body: Record<string, unknown>): HostileBody[] {
  const file = Buffer.alloc(maxBytes, 'photo');
  const text = JSON.stringify({ ...body, [field]: file.toString('base64') });
  return [
    ...named({ 'a large file': Buffer.from(text) }, asJson),
    ...types.flatMap((type) => named({ [`a large ${type}`]: file }, type)),
  ];
}
