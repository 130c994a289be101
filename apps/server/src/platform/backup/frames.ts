import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { OperatorError } from '../operator-error.ts';

/**
 * The container: a line of text, then frames of a type (one byte), a length (four bytes, big endian) and a payload. The last
 * frame is the SHA-256 of every byte before it, so that a truncated or changed file is noticed. ADR 018 describes it.
 */
const firstLine = Buffer.from('IT Warranty Lookup backup, format 1\n');
const anyFormat = /^IT Warranty Lookup backup, format (\d+)\n/;

export const frameTypes = { header: 'h', table: 't', data: 'd', tableEnd: 'e', checksum: 's' } as const;
export type FrameType = (typeof frameTypes)[keyof typeof frameTypes];

export interface Frame {
  type: FrameType;
  payload: Buffer;
}

const prefixBytes = 5;
/** Larger frames are never written, so a length beyond this is damage. */
const maxPayloadBytes = 64 * 1024 * 1024;

function prefixOf(type: FrameType, payload: Buffer): Buffer {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.write(type, 'latin1');
  prefix.writeUInt32BE(payload.length, 1);
  return prefix;
}

export type FrameWriter = Awaited<ReturnType<typeof createFrameWriter>>;

/** Writes under a temporary name, readable by its owner only. A file that exists is not replaced. */
export async function createFrameWriter(path: string) {
  if (await exists(path)) throw alreadyExists(path);
  const draft = `${path}.part`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`Cannot write ${draft} (${error.code}).`, { cause: error });
  });
  const hash = createHash('sha256');
  let bytes = 0;

  async function append(piece: Buffer): Promise<void> {
    hash.update(piece);
    bytes += piece.length;
    await handle.writeFile(piece);
  }

  async function write(type: FrameType, payload: Buffer): Promise<void> {
    await append(prefixOf(type, payload));
    await append(payload);
  }

  await append(firstLine);
  return {
    write,
    /** Completes the file under its name and returns its size. */
    async finish(): Promise<number> {
      await write(frameTypes.checksum, hash.copy().digest());
      await handle.sync();
      await handle.close();
      await publish(draft, path);
      return bytes;
    },
    /** Removes what was written. */
    async discard(): Promise<void> {
      await handle.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

const alreadyExists = (path: string) => new OperatorError(`${path} already exists. Choose another name.`);

/**
 * Gives the file its name, unless another file appeared under it while this one was written. The rename replaces an empty file of
 * our own. A link would not need one, but not every file system has links.
 */
async function publish(draft: string, path: string): Promise<void> {
  const place = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? alreadyExists(path) : error;
  });
  await place.close();
  await rename(draft, path);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Reads a file from its start. Throws a `OperatorError` where it is not what `createFrameWriter` wrote. */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`Cannot read ${path} (${error.code}).`, { cause: error });
  });
  try {
    yield* framesOf(path, handle);
  } finally {
    await handle.close();
  }
}

async function* framesOf(path: string, handle: FileHandle): AsyncGenerator<Frame> {
  const hash = createHash('sha256');
  const read = (length: number) => readExactly(path, handle, length);
  const start = await read(firstLine.length);
  if (!start.equals(firstLine)) throw new OperatorError(wrongStart(path, start));
  hash.update(start);
  for (;;) {
    const prefix = await read(prefixBytes);
    const type = prefix.toString('latin1', 0, 1) as FrameType;
    const length = prefix.readUInt32BE(1);
    if (!Object.values(frameTypes).includes(type) || length > maxPayloadBytes) throw damaged(path);
    const payload = await read(length);
    if (type === frameTypes.checksum) return await assertEnd(path, handle, hash, payload);
    hash.update(prefix).update(payload);
    yield { type, payload };
  }
}

/** The checksum fits, and nothing follows it. */
async function assertEnd(path: string, handle: FileHandle, hash: Hash, expected: Buffer): Promise<void> {
  const { bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, null);
  if (!hash.digest().equals(expected) || bytesRead > 0) throw damaged(path);
}

async function readExactly(path: string, handle: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, null);
    if (bytesRead === 0) throw damaged(path, 'it ends too early');
    filled += bytesRead;
  }
  return buffer;
}

function wrongStart(path: string, start: Buffer): string {
  const format = anyFormat.exec(start.toString('latin1'))?.[1];
  if (format === undefined) return `${path} is not a backup of IT Warranty Lookup.`;
  return `${path} has the format ${format}, which is newer than this program. Use the version that wrote it. Nothing was written.`;
}

export function damaged(path: string, reason = 'it is not what was written'): OperatorError {
  return new OperatorError(
    `${path} is damaged: ${reason}. Nothing was written to the database. Use another copy.`,
  );
}
