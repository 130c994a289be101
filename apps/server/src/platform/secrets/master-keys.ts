import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { NamedKey } from './seal.ts';

/** The operator can act on these; they end the process with a sentence instead of a stack. */
export class SecretsConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretsConfigError';
  }
}

export interface MasterKeySource {
  /** Base64 of 32 bytes, as the environment gives it; the first is for new data keys. Empty: the file counts. */
  fromEnv: readonly string[];
  file: string;
}

export interface MasterKeys {
  /** All there are now, the one for new data keys first. The file is read anew: it may have been rotated. */
  read(): Promise<NamedKey[]>;
  /** Makes the file with a first key unless there is a key already. */
  create(): Promise<void>;
  /** Puts a new key first. False where the environment holds the keys, which the operator changes there. */
  add(): Promise<boolean>;
  /** Keeps only these in the file. */
  keep(ids: readonly string[]): Promise<void>;
}

export function isMasterKey(text: string): boolean {
  return Buffer.from(text, 'base64').length === 32 && /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
}

/** A fingerprint, not a part of the key: it may be logged. */
function toNamedKey(text: string): NamedKey {
  const key = Buffer.from(text, 'base64');
  const id = createHash('sha256').update('master key id').update(key).digest('hex').slice(0, 8);
  return { id, key };
}

export function createMasterKeys({ fromEnv, file }: MasterKeySource): MasterKeys {
  const write = (keys: readonly NamedKey[]) => writeKeyFile(file, keys);

  async function read(): Promise<NamedKey[]> {
    const inFile = await readKeyFile(file);
    if (fromEnv.length === 0) return inFile;
    const keys = fromEnv.map(toNamedKey);
    const first = inFile[0];
    if (first && !keys.some(({ id }) => id === first.id)) {
      throw new SecretsConfigError(
        `SECRETS_KEY and ${file} hold different master keys (${keys[0]?.id} and ${first.id}). Remove the one that is not in use.`,
      );
    }
    return keys;
  }

  return {
    read,
    async create() {
      if ((await read()).length === 0) await write([newKey()]);
    },
    async add() {
      if (fromEnv.length > 0) return false;
      await write([newKey(), ...(await read())]);
      return true;
    },
    async keep(ids) {
      if (fromEnv.length === 0) await write((await read()).filter(({ id }) => ids.includes(id)));
    },
  };
}

function newKey(): NamedKey {
  return toNamedKey(randomBytes(32).toString('base64'));
}

async function readKeyFile(file: string): Promise<NamedKey[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new SecretsConfigError(`${file} holds the master keys and cannot be read (${error.code}).`);
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return [];
  if (!lines.every(isMasterKey))
    throw new SecretsConfigError(`${file} is damaged: it must hold one key a line.`);
  const { mode } = await stat(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new SecretsConfigError(
      `${file} holds the master keys and others can read it. Close it: chmod 600 ${file}`,
    );
  }
  return lines.map(toNamedKey);
}

/** Whole or not at all, and on the disk before anything is sealed with it. */
async function writeKeyFile(file: string, keys: readonly NamedKey[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const half = `${file}.new`;
  const handle = await open(half, 'w', 0o600);
  try {
    await handle.writeFile(keys.map(({ key }) => `${key.toString('base64')}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(half, 0o600);
  await rename(half, file);
}
