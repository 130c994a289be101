import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { silent } from '../../../test/fixtures.ts';
import { createDatabase, type Database } from '../../platform/db/database.ts';
import { createCallCountsStore } from './call-counts.store.ts';
import { createGatesStore } from './gates.store.ts';

let server: TestApp;
let database: Database;
beforeAll(async () => {
  server = await startTestApp();
  database = createDatabase({ url: server.database.url, poolSize: 8, applicationName: 'gates', log: silent });
});
afterAll(async () => {
  await database.close();
  await server.close();
});

it('admits the first lookups of a credential at the same time', async () => {
  const rules = { failuresToOpen: 5, openSeconds: 30, probeSeconds: 30 };
  const gates = createGatesStore(database.db, rules, createCallCountsStore(database.db));
  const pace = { callsPerSecond: 1000, per: 'lookup', callsPerDay: null } as const;
  const gate = { credential: 'system:new', owner: null, pace };
  const admissions = await Promise.all(
    Array.from({ length: 8 }, () => gates.admit(gate, 'interactive', null)),
  );
  expect(admissions.filter(({ admitted }) => !admitted)).toEqual([]);
});
