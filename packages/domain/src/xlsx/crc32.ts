/** Four tables: a table per byte of a word is twice as fast as one table for single bytes. */
const tables = createTables();

function createTables(): Uint32Array {
  const table = new Uint32Array(4 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    table[byte] = sum;
  }
  for (let byte = 256; byte < 4 * 256; byte += 1) {
    const before = table[byte - 256] as number;
    table[byte] = (before >>> 8) ^ (table[before & 255] as number);
  }
  return table;
}

/** The checksum of zip archives. `sum` is the checksum of the bytes before these. */
export function crc32(bytes: Uint8Array, sum = 0): number {
  const t = tables;
  const words = bytes.length - (bytes.length % 4);
  let crc = ~sum;
  let index = 0;
  for (; index < words; index += 4) {
    crc ^=
      (bytes[index] as number) |
      ((bytes[index + 1] as number) << 8) |
      ((bytes[index + 2] as number) << 16) |
      ((bytes[index + 3] as number) << 24);
    crc =
      (t[768 + (crc & 255)] as number) ^
      (t[512 + ((crc >>> 8) & 255)] as number) ^
      (t[256 + ((crc >>> 16) & 255)] as number) ^
      (t[crc >>> 24] as number);
  }
  for (; index < bytes.length; index += 1)
    crc = (t[(crc ^ (bytes[index] as number)) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}
