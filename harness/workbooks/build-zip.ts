import { crc32, deflateRawSync } from 'node:zlib';

export interface BuiltEntry {
  name: string;
  content: string | Uint8Array;
  stored?: boolean;
  /** Its sizes follow the data, as programs write that do not know them before. */
  described?: boolean;
  /** Instead of the real ones. */
  crc?: number;
  flags?: number;
}

const header = (signature: number, size: number) => {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32LE(signature);
  return bytes;
};

/** Moves checksum and sizes from the header to what follows the data. */
function moveSizes(local: Buffer, central: Buffer): Buffer {
  const descriptor = Buffer.concat([header(0x08074b50, 4), local.subarray(14, 26)]);
  local.fill(0, 14, 26);
  for (const [fields, at] of [[local, 6] as const, [central, 8] as const])
    fields.writeUInt16LE(fields.readUInt16LE(at) | 8, at);
  return descriptor;
}

export function buildZip(entries: readonly BuiltEntry[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored = false, described = false, crc, flags = 0 } of entries) {
    const bytes = Buffer.from(content as string);
    const data = stored ? bytes : deflateRawSync(bytes);
    const path = Buffer.from(name);
    const local = header(0x04034b50, 30);
    const central = header(0x02014b50, 46);
    for (const [fields, at] of [[local, 4] as const, [central, 6] as const]) {
      fields.writeUInt16LE(20, at);
      fields.writeUInt16LE(flags, at + 2);
      fields.writeUInt16LE(stored ? 0 : 8, at + 4);
      fields.writeUInt32LE(crc ?? crc32(bytes), at + 10);
      fields.writeUInt32LE(data.length, at + 14);
      fields.writeUInt32LE(bytes.length, at + 18);
      fields.writeUInt16LE(path.length, at + 22);
    }
    central.writeUInt32LE(offset, 42);
    const descriptor = described ? moveSizes(local, central) : Buffer.alloc(0);
    parts.push(local, path, data, descriptor);
    directory.push(central, path);
    offset += local.length + path.length + data.length + descriptor.length;
  }
  const end = header(0x06054b50, 22);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}
