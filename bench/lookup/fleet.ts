import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createTestClient } from '../../harness/test-client.ts';

/** How many sessions look up how many devices: more than there are requests at a time. */
export const fleetSize = 64;

export interface Fleet {
  cookies: string[];
  serials: string[];
  /** The organization that each session is about, if its owner is a person. */
  handles?: string[];
}

const serialAt = (index: number) => `BENCH${index.toString(36).padStart(2, '0').toUpperCase()}`;

/** Starts the sessions and looks up every device, so that it is cached. Returns the path of the file that contains them. */
export async function makeFleet(url: string, folder: string): Promise<string> {
  const fleet: Fleet = { cookies: [], serials: [] };
  for (let index = 0; index < fleetSize; index += 1) {
    const serial = serialAt(index);
    const { call, cookie } = await createTestClient(url);
    await call(lookupWarranty, { body: { modelNumber: serial, manufacturer: 'Dell' } });
    fleet.cookies.push(cookie);
    fleet.serials.push(serial);
  }
  const file = join(folder, 'fleet.json');
  await writeFile(file, JSON.stringify(fleet));
  return file;
}
