import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Random } from '../harness/random.ts';

// Workbooks that are made to harm: one part of each is filled with a unit of XML, up to hundreds of megabytes when inflated.

export interface HostileWorkbook {
  /** What it is made of. */
  name: string;
  bytes: Buffer;
}

interface Part {
  path: string;
  content: string;
}

/** A part that is filled: what is before and after its units. */
interface Filling {
  path: string;
  before: string;
  after: string;
  units: readonly string[];
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const shared = (index: string) => `<c t="s"><v>${index}</v></c>`;
const rows = `<row>${cell('Serial')}${cell('Notes')}</row><row>${cell('B000003')}${shared('0')}</row>`;
const long = 'x'.repeat(32_000);

const parts: readonly Part[] = [
  { path: '[Content_Types].xml', content: '<Types></Types>' },
  {
    path: '_rels/.rels',
    content: `<Relationships>${relationship('r0', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  },
  {
    path: 'xl/workbook.xml',
    content: '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="r0"/></sheets></workbook>',
  },
  {
    path: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships>${relationship('r0', 'worksheet', 'sheet.xml')}${relationship('r1', 'sharedStrings', 'texts.xml')}${relationship('r2', 'styles', 'styles.xml')}</Relationships>`,
  },
  { path: 'xl/sheet.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
  { path: 'xl/texts.xml', content: `<sst><si><t>${long}</t></si></sst>` },
  {
    path: 'xl/styles.xml',
    content: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'0'.repeat(255)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
  },
];

/** Fills a part between two of its texts. */
function fill(path: string, at: string, units: readonly string[]): Filling {
  const content = parts.find((part) => part.path === path)?.content ?? '';
  const index = content.indexOf(at);
  return { path, before: content.slice(0, index), after: content.slice(index), units };
}

const cells = [
  ...['<c/>', '<c r="A1"/>', '<c r="XFD9" s="1"/>', '<c r="ZZZZ1"><v>1</v></c>', '<c r="1"><v>1</v></c>'],
  ...['<c><v>1</v></c>', '<c s="1"><v>7</v></c>', '<c s="2"><v>45000.5</v></c>', '<c><v>1e999</v></c>'],
  ...['0', '0.5', '-1', '1e9', '4294967296', 'x', ''].map(shared),
  ...[cell('a'), cell('&#65;'), cell('_x0000_'), cell(long), cell('x'.repeat(40_000)), '<c><f>1+1</f></c>'],
];
const noise = [
  '<x/>',
  '<x a="b" c="d"/>',
  'text',
  '&amp;',
  '&bad;',
  '<!-- -->',
  '<?x?>',
  '<![CDATA[x]]>',
  '<',
  ']]>',
];

const fillings: readonly Filling[] = [
  fill('xl/sheet.xml', '</row>', [...cells, ...noise]),
  fill('xl/sheet.xml', '</sheetData>', [
    ...cells.map((each) => `<row>${each}</row>`),
    ...['<row/>', '<row r="1"/>', '<row r="1048577"/>', '</row>', '<row>', shared('0').repeat(500), ...noise],
    `<row>${shared('0').repeat(500)}</row>`,
    `<row>${'<c s="1"><v>7</v></c>'.repeat(500)}</row>`,
    `<row>${'<c/>'.repeat(16_384)}</row>`,
  ]),
  fill('xl/texts.xml', '</sst>', [
    ...[
      '<si/>',
      '<si><t/></si>',
      '<si><t>a</t></si>',
      '<si><r><t>a</t></r><rPh><t>b</t></rPh></si>',
      '<t>a</t>',
    ],
    ...[
      `<si><t>${long}</t></si>`,
      `<si><t>${'東'.repeat(30_000)}</t></si>`,
      `<si><t>${long}${long}</t></si>`,
    ],
    ...noise,
  ]),
  fill('xl/styles.xml', '</cellXfs>', ['<xf/>', '<xf numFmtId="164"/>', '<xf numFmtId="NaN"/>', ...noise]),
  fill('xl/styles.xml', '</numFmts>', [
    '<numFmt numFmtId="165" formatCode="yyyy"/>',
    `<numFmt numFmtId="166" formatCode="${'&quot;'.repeat(500)}"/>`,
    ...noise,
  ]),
  fill('xl/workbook.xml', '</sheets>', [
    '<sheet/>',
    '<sheet name="S" r:id="r0"/>',
    '<sheet state="hidden"/>',
    ...noise,
  ]),
  fill('xl/_rels/workbook.xml.rels', '</Rel', [
    '<Relationship/>',
    relationship('x', 'worksheet', '../../../..'),
    ...noise,
  ]),
  fill('_rels/.rels', '</Rel', ['<Relationship/>', relationship('x', 'officeDocument', '/'), ...noise]),
  fill('[Content_Types].xml', '</Types>', ['<Override ContentType="a"/>', '<Default/>', ...noise]),
];

const blockBytes = 256 * 1024;
const flushed = { finishFlush: constants.Z_FULL_FLUSH } as const;
/** An empty block, which ends a compressed part. */
const lastBlock = Buffer.from([3, 0]);

interface Compressed {
  path: string;
  data: Buffer;
  size: number;
  crc: number;
}

/** Compresses one block of a part that repeats, because blocks that are flushed can be put together. */
function compress(path: string, pieces: readonly { text: string; times: number }[]): Compressed {
  const data: Buffer[] = [];
  let [size, crc] = [0, 0];
  for (const { text, times } of pieces) {
    const plain = Buffer.from(text);
    const deflated = deflateRawSync(plain, flushed);
    for (let time = 0; time < times; time += 1) {
      data.push(deflated);
      crc = crc32(plain, crc);
    }
    size += plain.length * times;
  }
  return { path, data: Buffer.concat([...data, lastBlock]), size, crc };
}

function zip(entries: readonly Compressed[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, data, size, crc } of entries) {
    const name = Buffer.from(path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc >>> 0, 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(size >>> 0, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    bodies.push(Buffer.from('PK\x03\x04'), fields, name, data);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, place, name);
    offset += 30 + name.length + data.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, listing, Buffer.from('PK\x05\x06'), end]);
}

/** The same without anything hostile. */
export const ordinaryWorkbook = (): Buffer =>
  zip(parts.map(({ path, content }) => compress(path, [{ text: content, times: 1 }])));

/** Returns workbooks that vary in part, unit, size, ratio, nesting and damage. The same seed gives the same ones. */
export function createHostileWorkbooks(random: Random, maxInflatedMb: number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  /** Evenly between the orders of magnitude. */
  const between = (min: number, max: number) => Math.round(min * (max / min) ** random());
  const hexOf = (bytes: number) =>
    Array.from({ length: bytes }, () => Math.floor(random() * 16).toString(16)).join('');

  function damage(bytes: Buffer): { name: string; bytes: Buffer } {
    const chance = random();
    if (chance < 0.15) {
      const kilobytes = Math.floor((random() * bytes.length) / 1024);
      return { name: `cut at ${kilobytes} kB`, bytes: bytes.subarray(0, Math.max(4, kilobytes * 1024)) };
    }
    if (chance < 0.3) {
      const index = 4 + Math.floor(random() * (bytes.length - 4));
      bytes[index] = (bytes[index] ?? 0) ^ (1 + Math.floor(random() * 255));
      return { name: `byte ${index} changed`, bytes };
    }
    return { name: 'whole', bytes };
  }

  return function next(): HostileWorkbook {
    const { path, before, after, units } = pick(fillings);
    const unit = pick(units);
    const depth = random() < 0.15 ? between(1, 20_000) : 0;
    const size = between(1024, maxInflatedMb * 1024 * 1024);
    // Random digits keep the ratio below the limit, so that more of it is read.
    const digits = random() < 0.8 ? hexOf(between(64, 4096)) : '';
    const block = unit.repeat(Math.max(1, Math.floor(Math.min(blockBytes, size) / unit.length)));
    const filled = compress(path, [
      { text: before + '<a>'.repeat(depth), times: 1 },
      {
        text: digits ? `${block}<!--${digits}-->` : block,
        times: Math.max(1, Math.round(size / block.length)),
      },
      { text: '</a>'.repeat(depth) + after, times: 1 },
    ]);
    const others = parts.filter((part) => part.path !== path);
    const entries = [
      ...others.map((part) => compress(part.path, [{ text: part.content, times: 1 }])),
      filled,
    ];
    const damaged = damage(zip(entries));
    const megabytes = (filled.size / 1024 / 1024).toFixed(1);
    return {
      name: `${path} with ${megabytes} MB of ${unit.slice(0, 40)}, ${depth} deep, ${damaged.name}`,
      bytes: damaged.bytes,
    };
  };
}
