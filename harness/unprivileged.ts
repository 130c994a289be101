import { chown } from 'node:fs/promises';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };

/** How `start` runs a program that refuses to run as root. */
export const unprivileged: { uid?: number; gid?: number } = isRoot ? nobody : {};

/** Gives files and folders to the user of such a program. */
export async function giveToUnprivileged(...paths: string[]): Promise<void> {
  if (isRoot) for (const path of paths) await chown(path, nobody.uid, nobody.gid);
}
