import { forgetBrowser, readSession } from '@warranty/contracts/session';
import { type Server, waitUntil } from '../../harness/processes.ts';
import { createTestClient, reconnect } from '../../harness/test-client.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { eraseJobLines, install, jobLines, startProcess } from '../installation.ts';

export const sharedDatabase: Fault = {
  number: 1,
  title: 'two api and two worker processes on one database',
  async run(context) {
    const { apis, workers, observer } = await install(context, { apis: 2, workers: 2 });
    const [first, second] = apis as [Server, Server];
    const client = await createTestClient(first.url);
    const elsewhere = reconnect(second.url, client).call;
    const { userId } = await elsewhere(readSession);
    assert(userId === client.userId, 'the second process returns another user');
    await elsewhere(forgetBrowser);
    const waited = await waitUntil('the job to run on a worker', () =>
      workers.some((worker) => eraseJobLines(worker).some(({ msg }) => msg === 'job done')),
    );
    assert(
      apis.every((api) => jobLines(api).length === 0),
      'an api process ran a job',
    );
    const { rowCount } = await observer.query('select from users where username = $1', [userId]);
    assert(rowCount === 0, 'the user was not erased');
    return `session known to the other process, job done on a worker after ${seconds(waited)}`;
  },
};

export const concurrentMigrations: Fault = {
  number: 6,
  title: 'ten processes start concurrently on an empty database',
  async run(context) {
    const { env, observer } = await install(context, { empty: true });
    const roles = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? ('api' as const) : ('worker' as const),
    );
    const servers = await Promise.all(roles.map((role) => startProcess(context, role, env)));
    const applied = servers.flatMap(({ lines }) =>
      lines.filter((line) => line.includes('"migration applied"')),
    );
    const { rows } = await observer.query<{ name: string }>('select name from schema_migrations');
    assert(
      rows.length > 0 && applied.length === rows.length,
      `${applied.length} applied, ${rows.length} recorded`,
    );
    const queues = await observer.query("select name from pgboss.queue where name like 'session.%'");
    assert(queues.rowCount === 2, 'unexpected number of session queues');
    return `all ten ready, each of ${rows.length} migrations applied once`;
  },
};
