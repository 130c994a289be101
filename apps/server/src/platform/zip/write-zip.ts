import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A part that is compressed while it is read. */
interface NewPart {
  path: string;
  content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

/** A part of another archive, as it is there. */
export interface CopiedPart {
  nameBytes: Uint8Array;
  flags: number;
  method: number;
  time: number;
  crc: number;
  size: number;
  compressedSize: number;
  data: AsyncIterable<Uint8Array>;
}

type ZipPart = NewPart | CopiedPart;

type WrittenPart = Omit<CopiedPart, 'data'> & { offset: number };

/** Larger parts need another format of the headers, which some spreadsheet programs do not read. */
export const maxPartBytes = 0xffff_ffff;

/** Half the time of the default level for files that are 10 % larger. */
const level = 3;
/** Two pieces are enough to keep the deflater busy. */
const piecesAhead = 2;
const deflateMethod = 8;
const version = 20;
/** Sizes follow the data, and names are UTF-8. */
const newFlags = 0x0808;
/** The flags that remain true in another archive: how it was compressed, and names in UTF-8. */
const copiedFlags = 0x0806;
/** 1980-01-01, so that equal results give equal files. */
const newTime = 0x0021_0000;

/** The fields that the headers before a part and in the directory share. */
function commonFields({ nameBytes, flags, method, time, crc, size, compressedSize }: WrittenPart): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(time, 6);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(compressedSize, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(nameBytes.length, 22);
  return fields;
}

const mark = (signature: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
};

const localHeader = (part: WrittenPart) =>
  Buffer.concat([mark(0x04034b50), commonFields(part), part.nameBytes]);

function dataDescriptor({ crc, compressedSize, size }: WrittenPart): Buffer {
  const bytes = Buffer.alloc(16);
  for (const [index, value] of [0x08074b50, crc, compressedSize, size].entries())
    bytes.writeUInt32LE(value, 4 * index);
  return bytes;
}

function directoryEntry(part: WrittenPart): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(part.offset, 10);
  const writtenBy = Buffer.from([version, 0]);
  return Buffer.concat([mark(0x02014b50), writtenBy, commonFields(part), rest, part.nameBytes]);
}

function endRecord(parts: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(0x06054b50, 0);
  bytes.writeUInt16LE(parts, 8);
  bytes.writeUInt16LE(parts, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}

/** Compresses in another thread. The content is read as fast as the result is consumed. */
function deflate({ path, content }: NewPart, part: WrittenPart): AsyncIterable<Buffer> {
  async function* encoded(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      part.crc = crc32(bytes, part.crc);
      part.size += bytes.length;
      if (part.size > maxPartBytes) throw new Error(`${path} is larger than 4 GB`);
      yield bytes;
    }
  }
  const source = Readable.from(encoded(), { highWaterMark: piecesAhead });
  // An error destroys the deflater and surfaces where it is read.
  return pipeline(source, createDeflateRaw({ level, chunkSize: 64 * 1024 }), () => undefined);
}

async function* writeNew(part: NewPart, written: WrittenPart): AsyncGenerator<Buffer> {
  yield localHeader(written);
  for await (const bytes of deflate(part, written)) {
    written.compressedSize += bytes.length;
    yield bytes;
  }
  yield dataDescriptor(written);
}

async function* copy({ data }: CopiedPart, written: WrittenPart): AsyncGenerator<Buffer> {
  yield localHeader(written);
  for await (const { buffer, byteOffset, length } of data) yield Buffer.from(buffer, byteOffset, length);
}

const newPart = ({ path }: NewPart, offset: number): WrittenPart => ({
  ...{ nameBytes: Buffer.from(path), flags: newFlags, method: deflateMethod, time: newTime, offset },
  ...{ crc: 0, size: 0, compressedSize: 0 },
});

const copiedPart = ({ data: _, flags, ...part }: CopiedPart, offset: number): WrittenPart => ({
  ...part,
  flags: flags & copiedFlags,
  offset,
});

/** A zip archive, written while its parts are read. */
export async function* writeZip(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: WrittenPart[] = [];
  let offset = 0;
  for (const part of parts) {
    const isNew = 'content' in part;
    const header = isNew ? newPart(part, offset) : copiedPart(part, offset);
    for await (const bytes of isNew ? writeNew(part, header) : copy(part, header)) {
      offset += bytes.length;
      yield bytes;
    }
    written.push(header);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endRecord(written.length, directory.length, offset);
}
