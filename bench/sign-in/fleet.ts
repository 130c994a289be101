import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOrganization, invite, type Member, startMember } from '../../harness/people.ts';
import type { Server } from '../../harness/processes.ts';
import { type Fleet, fleetSize, makeFleet } from '../lookup/fleet.ts';
import type { Parts } from '../parts.ts';
import { fillAccounts } from './fill.ts';

/** Each request about signing in comes from an address of its own choice: see TRUST_PROXY in `sign-in.ts`. */
export const addressOf = (index: number) => ({ 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` });

async function startTeam(env: Record<string, string>, { url }: Server, team: number, size: number) {
  const handle = `bench-${team}`;
  const addressAt = (index: number) => addressOf(team * size + index);
  const secret = await createOrganization(env, handle);
  const admin = await startMember(url, { secret, handle }, addressAt(0));
  const members = [admin];
  for (let index = 1; index < size; index += 1) {
    const invitation = { secret: await invite(admin, 'member'), handle };
    members.push(await startMember(url, invitation, addressAt(index)));
  }
  return members;
}

export interface Fleets {
  /** Files for the load generator. */
  browsers: string;
  people: string;
  members: Member[];
}

/** As many sessions of browsers as of members, in some organizations. All look up the same devices. */
export async function makeFleets(parts: Parts, server: Server, organizations: number): Promise<Fleets> {
  const browsers = await makeFleet(server.url, parts.folder);
  const teams: Member[][] = [];
  for (let team = 0; team < organizations; team += 1)
    teams.push(
      await startTeam({ DATABASE_URL: parts.postgres.url }, server, team, fleetSize / organizations),
    );
  await fillAccounts(parts);
  const members = teams.flat();
  const { serials } = JSON.parse(await readFile(browsers, 'utf8')) as Fleet;
  const fleet: Fleet = {
    serials,
    cookies: members.map(({ cookie }) => cookie()),
    handles: members.map(({ handle }) => handle),
  };
  const people = join(parts.folder, 'people.json');
  await writeFile(people, JSON.stringify(fleet));
  return { browsers, people, members };
}
