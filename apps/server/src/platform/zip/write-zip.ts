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

function littleEndian(width: 2 | 4, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(width * values.length);
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, width * index, width);
  return bytes;
}

const words = (...values: number[]) => littleEndian(2, values);
const longs = (...values: number[]) => littleEndian(4, values);

/** The fields that the headers before a part and in the directory share. */
function commonFields({ nameBytes, flags, method, time, crc, size, compressedSize }: WrittenPart): Buffer {
  const sizes = longs(time, crc, compressedSize, size);
  return Buffer.concat([words(version, flags, method), sizes, words(nameBytes.length, 0)]);
}

const localHeader = (part: WrittenPart) =>
  Buffer.concat([longs(0x04034b50), commonFields(part), part.nameBytes]);

const dataDescriptor = ({ crc, compressedSize, size }: WrittenPart) =>
  longs(0x08074b50, crc, compressedSize, size);

function directoryEntry(part: WrittenPart): Buffer {
  const start = [longs(0x02014b50), words(version), commonFields(part)];
  return Buffer.concat([...start, words(0, 0, 0, 0, 0), longs(part.offset), part.nameBytes]);
}

const endRecord = (parts: number, size: number, offset: number) =>
  Buffer.concat([longs(0x06054b50, 0), words(parts, parts), longs(size, offset), words(0)]);

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
