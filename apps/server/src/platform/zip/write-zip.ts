import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  path: string;
  content: Iterable<string> | AsyncIterable<string>;
}

interface WrittenPart {
  path: Buffer;
  offset: number;
  crc: number;
  size: number;
  compressedSize: number;
}

/** Larger parts need another format of the headers, which some spreadsheet programs do not read. */
export const maxPartBytes = 0xffff_ffff;

/** Half the time of the default level for files that are 10 % larger. */
const level = 3;
/** Two pieces are enough to keep the deflater busy. */
const piecesAhead = 2;
const deflateMethod = 8;
const version = 20;
/** Sizes follow the data, and names are UTF-8. */
const flags = 0x0808;
/** 1980-01-01, so that equal results give equal files. */
const date = 0x0021;

/** The fields that the headers before a part and in the directory share. */
function commonFields({ path, crc, size, compressedSize }: WrittenPart): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(deflateMethod, 4);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(compressedSize, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(path.length, 22);
  return fields;
}

const mark = (signature: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
};

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
  return Buffer.concat([mark(0x02014b50), writtenBy, commonFields(part), rest, part.path]);
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
function deflate(content: ZipPart['content'], part: WrittenPart): AsyncIterable<Buffer> {
  async function* encoded(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      part.crc = crc32(bytes, part.crc);
      part.size += bytes.length;
      if (part.size > maxPartBytes) throw new Error(`${part.path} is larger than 4 GB`);
      yield bytes;
    }
  }
  const source = Readable.from(encoded(), { highWaterMark: piecesAhead });
  // An error destroys the deflater and surfaces where it is read.
  return pipeline(source, createDeflateRaw({ level, chunkSize: 64 * 1024 }), () => undefined);
}

/** A zip archive, written while its parts are read. */
export async function* writeZip(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const written: WrittenPart[] = [];
  let offset = 0;
  const counted = (bytes: Buffer) => {
    offset += bytes.length;
    return bytes;
  };
  for (const { path, content } of parts) {
    const part = { path: Buffer.from(path), offset, crc: 0, size: 0, compressedSize: 0 };
    yield counted(Buffer.concat([mark(0x04034b50), commonFields(part), part.path]));
    for await (const bytes of deflate(content, part)) {
      part.compressedSize += bytes.length;
      yield counted(bytes);
    }
    yield counted(dataDescriptor(part));
    written.push(part);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endRecord(written.length, directory.length, offset);
}
