import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Placement, privateFolder } from './placement.ts';

/** PostgreSQL listens on loopback, which other users of the machine can reach; the password keeps them out. */
export async function readOrCreatePassword(place: Placement, fileName: string): Promise<string> {
  const file = join(place.home, fileName);
  const password = randomBytes(24).toString('base64url');
  try {
    await writeFile(file, password, { mode: 0o600, flag: 'wx' });
    return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(file, 'utf8')).trim();
  }
}

/** Created under a temporary name and renamed, so that an interrupted first start leaves no partial cluster. */
export async function createOnce(place: Placement, folder: string, password: string): Promise<void> {
  const made = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  if (made !== null) return;
  const draft = `${folder}.new`;
  const passwordFile = join(place.home, 'postgres.password.new');
  await rm(draft, { recursive: true, force: true });
  await privateFolder(draft, place.runAs);
  await writeFile(passwordFile, password, { mode: 0o600 });
  const { uid, gid } = place.runAs;
  if (uid !== undefined && gid !== undefined) await chown(passwordFile, uid, gid);
  try {
    await runTool(place, place.binaries.initdb, [
      ...['-D', draft, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--no-instructions', '--no-sync'],
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, folder);
}

/** Runs one of PostgreSQL's tools until it exits. Its error output becomes part of the error. */
export function runTool(place: Placement, program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...place.runAs,
      cwd: place.home,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}: ${complaint.trim()}`));
    });
  });
}
