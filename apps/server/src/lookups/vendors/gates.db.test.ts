import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { openDatabase } from '../../../test/database.ts';
import { installationOwner, type OwnerId } from '../../platform/ownership/owner-id.ts';
import { createCallCountsStore } from './call-counts.store.ts';
import { createGatesStore } from './gates.store.ts';
import { countOpenCircuits } from './open-circuits.store.ts';

const server = await startTestApp();
const database = openDatabase(server.database.url, 8);

const pace = { callsPerSecond: 1000, per: 'lookup', callsPerDay: null } as const;
const openGates = () => {
  const rules = { failuresToOpen: 5, openSeconds: 30, probeSeconds: 30 };
  return createGatesStore(database.db, rules, createCallCountsStore(database.db));
};

it('admits the first lookups of a credential at the same time', async () => {
  const gates = openGates();
  const gate = { credential: `${installationOwner}:new`, owner: installationOwner, pace };
  const admissions = await Promise.all(
    Array.from({ length: 8 }, () => gates.admit(gate, 'interactive', null)),
  );
  expect(admissions.filter(({ admitted }) => !admitted)).toEqual([]);
});

describe('open circuits', () => {
  /** As if the figures were read ten seconds ago. */
  const countOpen = async () => {
    await server.query("update shared_figures set read_at = '-infinity'");
    return countOpenCircuits(database.db);
  };
  const fail = async (credential: string, times: number) => {
    for (let failure = 0; failure < times; failure += 1) await openGates().failed(credential);
  };

  it('are counted by vendor, those of users separately, until a call succeeds', async () => {
    const { userId } = await server.startSession();
    const owner = (await server.ownerOf(userId)) as OwnerId;
    await openGates().admit(
      { credential: `${installationOwner}:dell`, owner: installationOwner, pace },
      'interactive',
      null,
    );
    await openGates().admit({ credential: `${owner}:hp`, owner, pace }, 'interactive', null);
    await fail(`${installationOwner}:dell`, 4);
    expect(await countOpen()).toEqual([]);
    await fail(`${installationOwner}:dell`, 1);
    await fail(`${owner}:hp`, 5);
    const system = { vendorId: 'dell', credentials: 'system', count: 1 };
    const own = { vendorId: 'hp', credentials: 'own', count: 1 };
    expect(await countOpen()).toEqual(expect.arrayContaining([system, own]));
    await openGates().succeeded(`${installationOwner}:dell`);
    expect(await countOpen()).toEqual([own]);
    await server.query("update vendor_gates set open_until = now() - interval '61 minutes'");
    expect(await countOpen()).toEqual([]);
  });
});
