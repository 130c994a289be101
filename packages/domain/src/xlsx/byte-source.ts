/** Bytes that can be read in any order: a file on disk, or one that the user selected in a browser. */
export interface ByteSource {
  readonly size: number;
  read(start: number, end: number): Promise<Uint8Array>;
  /** Called after every piece, so that other work can go first. Null if there is none. */
  pause?(): Promise<void> | null;
  /** Inflates raw deflate data. Without it, what browsers have is used. */
  inflate?(compressed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}
