import type { ByteSource } from './byte-source.ts';
import { refuse } from './workbook-error.ts';

export interface ZipEntry {
  name: string;
  /** As it is in the archive. */
  nameBytes: Uint8Array;
  flags: number;
  method: number;
  /** Time and date, as the archive has them. */
  time: number;
  crc: number;
  compressedSize: number;
  /** As declared. */
  size: number;
  /** Of the local header. */
  offset: number;
}

export const localHeaderSize = 30;
const endSize = 22;
const maxComment = 0xffff;
const maxEntries = 10_000;
const maxDirectoryBytes = 16 * 1024 * 1024;
const signatures = { entry: 0x02014b50, end: 0x06054b50, locator64: 0x07064b50, end64: 0x06064b50 };

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

const uint64 = (view: DataView, offset: number) => Number(view.getBigUint64(offset, true));

interface Directory {
  entries: number;
  size: number;
  offset: number;
}

/** The end record is the last thing in the file except for a comment. */
async function findDirectory(source: ByteSource): Promise<Directory> {
  const start = Math.max(0, source.size - endSize - maxComment);
  const tail = viewOf(await source.read(start, source.size));
  for (let at = tail.byteLength - endSize; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== signatures.end) continue;
    const entries = tail.getUint16(at + 10, true);
    const size = tail.getUint32(at + 12, true);
    const offset = tail.getUint32(at + 16, true);
    const isLarge = entries === 0xffff || size === 0xffffffff || offset === 0xffffffff;
    return isLarge ? findLargeDirectory(source, start + at) : { entries, size, offset };
  }
  return refuse('damaged');
}

async function findLargeDirectory(source: ByteSource, end: number): Promise<Directory> {
  if (end < 20) refuse('damaged');
  const locator = viewOf(await source.read(end - 20, end));
  const at = uint64(locator, 8);
  if (locator.getUint32(0, true) !== signatures.locator64 || at + 56 > source.size) refuse('damaged');
  const record = viewOf(await source.read(at, at + 56));
  if (record.getUint32(0, true) !== signatures.end64) refuse('damaged');
  return { entries: uint64(record, 32), size: uint64(record, 40), offset: uint64(record, 48) };
}

/** Sizes and offsets of more than 4 GB are in an extra field, in this order and only if they do not fit. */
function withLargeFields(entry: ZipEntry, extra: DataView): ZipEntry {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    const take = (value: number) => {
      if (value !== 0xffffffff) return value;
      next += 8;
      return next <= extra.byteLength ? uint64(extra, next - 8) : refuse('damaged');
    };
    const size = take(entry.size);
    const compressedSize = take(entry.compressedSize);
    return { ...entry, size, compressedSize, offset: take(entry.offset) };
  }
  return entry;
}

function readEntry(view: DataView, at: number): { entry: ZipEntry; next: number } {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== signatures.entry) refuse('damaged');
  const nameEnd = at + 46 + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const next = extraEnd + view.getUint16(at + 32, true);
  if (next > view.byteLength) refuse('damaged');
  if (view.getUint16(at + 8, true) & 1) refuse('encrypted');
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const nameBytes = bytes.slice(at + 46, nameEnd);
  const entry = {
    name: new TextDecoder().decode(nameBytes).replaceAll('\\', '/'),
    nameBytes,
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    time: view.getUint32(at + 12, true),
    crc: view.getUint32(at + 16, true),
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
  const extra = viewOf(bytes.subarray(nameEnd, extraEnd));
  return { entry: withLargeFields(entry, extra), next };
}

/** The entries of an archive by name. Names are compared without case, as Office does. */
export async function readZipDirectory(source: ByteSource): Promise<Map<string, ZipEntry>> {
  const { entries: count, size, offset } = await findDirectory(source);
  if (count > maxEntries) refuse('entries');
  if (size > maxDirectoryBytes || offset + size > source.size) refuse('damaged');
  const view = viewOf(await source.read(offset, offset + size));
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = readEntry(view, at);
    const key = entry.name.toLowerCase();
    if (entries.has(key) || entry.offset + entry.compressedSize > source.size) refuse('damaged');
    entries.set(key, entry);
    at = next;
  }
  return entries;
}
