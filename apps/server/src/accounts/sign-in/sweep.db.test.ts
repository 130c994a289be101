import { expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { fillOrganization } from '../../../test/fill-everything.ts';
import { enqueueJob } from '../../../test/jobs.ts';
import { waitUntil } from '../../../test/wait-until.ts';

const server = await startTestApp();
/** A second process that runs the jobs; the application only enqueues them. */
await server.startProcess({ worker: true });
const { query } = server;

it('deletes expired links and old attempts, and nothing else', async () => {
  const { organization } = await fillOrganization(server);
  await query(
    `insert into one_time_links (secret_hash, owner, role, expires_at, label)
     select int4send(n), $1, 'viewer', now() - interval '1 second', 'expired' from generate_series(1, 1001) n`,
    [organization],
  );
  await query(
    `insert into sign_in_attempts (attempt_hash, browser_hash, purpose, created_at)
     select int4send(n), '', 'passkey', now() - interval '10 minutes 1 second' from generate_series(1, 1001) n`,
  );
  await enqueueJob(server.deps, 'sign-in.sweep');
  await waitUntil(
    'old attempts to go',
    async () => (await query('select from sign_in_attempts')).length === 1,
  );
  expect(await query('select label from one_time_links')).toEqual([{ label: '' }]);
});
