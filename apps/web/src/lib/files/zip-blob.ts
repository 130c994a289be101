import { crc32 } from '@warranty/domain/xlsx/crc32';

export interface ZipPart {
  path: string;
  content: Iterable<string> | AsyncIterable<string>;
}

const deflateMethod = 8;
const version = 20;
/** Names are UTF-8. */
const flags = 0x0800;
/** 1980-01-01, so that equal results give equal files. */
const date = 0x0021;

type Field = [bytes: 2 | 4, value: number];
const two = (...values: number[]): Field[] => values.map((value) => [2, value]);
const four = (...values: number[]): Field[] => values.map((value) => [4, value]);

/** Little-endian numbers. */
function record(...fields: Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += length;
  }
  return bytes;
}

/** The fields that the header before a part and the one in the directory share. */
const common = ({ path, compressed, size, crc }: Awaited<ReturnType<typeof pack>>): Field[] => [
  ...two(version, flags, deflateMethod, 0, date),
  ...four(crc, compressed.size, size),
  ...two(path.length, 0),
];

async function pack({ path, content }: ZipPart) {
  const encoder = new TextEncoder();
  let size = 0;
  let crc = 0;
  async function* encoded() {
    for await (const text of content) {
      const bytes = encoder.encode(text);
      size += bytes.length;
      crc = crc32(bytes, crc);
      yield bytes;
    }
  }
  const pieces = encoded();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const compressed = await new Response(source.pipeThrough(new CompressionStream('deflate-raw'))).blob();
  return { path: encoder.encode(path), compressed, size, crc };
}

/** A zip archive with compressed parts, made in the browser. */
export async function zipBlob(parts: readonly ZipPart[], type: string): Promise<Blob> {
  const pieces: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  let directorySize = 0;
  for (const part of parts) {
    const packed = await pack(part);
    const header = record(...four(0x04034b50), ...common(packed));
    pieces.push(header, packed.path, packed.compressed);
    const entry = record(
      ...[...four(0x02014b50), ...two(version), ...common(packed)],
      ...[...two(0, 0, 0), ...four(0, offset)],
    );
    directory.push(entry, packed.path);
    directorySize += entry.length + packed.path.length;
    offset += header.length + packed.path.length + packed.compressed.size;
  }
  const end = record(
    ...[...four(0x06054b50), ...two(0, 0, parts.length, parts.length)],
    ...[...four(directorySize, offset), ...two(0)],
  );
  return new Blob([...pieces, ...directory, end], { type });
}
