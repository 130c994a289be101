import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import type { NamedKey } from './seal.ts';

export class SecretsConfigError extends OperatorError {}

export interface MasterKeySource {
  /** Base64 of 32 bytes from the environment; the first is used for new data keys. If empty, the file is used. */
  fromEnv: readonly string[];
  file: string;
}

export type MasterKeys = ReturnType<typeof createMasterKeys>;

export function isMasterKey(text: string): boolean {
  return Buffer.from(text, 'base64').length === 32 && /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
}

/** The id is a fingerprint, not a part of the key, so it may be logged. */
export function toNamedKey(text: string): NamedKey {
  const key = Buffer.from(text, 'base64');
  const id = createHash('sha256').update('master key id').update(key).digest('hex').slice(0, 8);
  return { id, key };
}

export function createMasterKeys({ fromEnv, file }: MasterKeySource) {
  const write = (keys: readonly NamedKey[]) => writeKeyFile(file, keys);
  const place = fromEnv.length > 0 ? 'SECRETS_KEY' : file;

  /** All current keys, the one for new data keys first. Reads the file each time, because it may have been rotated. */
  async function read(): Promise<NamedKey[]> {
    const inFile = await readKeyFile(file);
    if (fromEnv.length === 0) return inFile;
    const keys = fromEnv.map(toNamedKey);
    const first = inFile[0];
    if (first && !keys.some(({ id }) => id === first.id)) {
      throw new SecretsConfigError(
        `SECRETS_KEY and ${file} contain different master keys (${keys[0]?.id} and ${first.id}). Remove the one that is not in use.`,
      );
    }
    return keys;
  }

  return {
    read,
    /** Creates the file with a first key unless a key exists. */
    async create(): Promise<void> {
      if ((await read()).length === 0) await write([newKey()]);
    },
    /** Adds a new key in first place. Returns false if the keys come from the environment, where the operator changes them. */
    async add(): Promise<boolean> {
      if (fromEnv.length > 0) return false;
      await write([newKey(), ...(await read())]);
      return true;
    },
    /** Removes all other keys from the file. */
    async keep(ids: readonly string[]): Promise<void> {
      if (fromEnv.length === 0) await write((await read()).filter(({ id }) => ids.includes(id)));
    },
    /** Writes the keys of another installation into the file, where there are none yet. */
    async install(keys: readonly NamedKey[]): Promise<void> {
      if ((await read()).length > 0)
        throw new SecretsConfigError(`There already is a master key in ${place}.`);
      await write(keys);
    },
    /** Where the keys are, for messages. */
    place,
  };
}

function newKey(): NamedKey {
  return toNamedKey(randomBytes(32).toString('base64'));
}

async function readKeyFile(file: string): Promise<NamedKey[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new SecretsConfigError(`Cannot read the master key file ${file} (${error.code}).`);
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return [];
  if (!lines.every(isMasterKey))
    throw new SecretsConfigError(`${file} is corrupt: it must contain one key per line.`);
  const { mode } = await stat(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new SecretsConfigError(
      `${file} contains master keys but is readable by other users. Run: chmod 600 ${file}`,
    );
  }
  return lines.map(toNamedKey);
}

/** Writes atomically, and syncs to disk before anything is sealed with a new key. */
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
