import { chown } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { harnessMasterKey, type Program, root, serverProgram, start } from '../../harness/processes.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { type Installation, install, temporaryFolder } from '../installation.ts';

/** A user without an account. */
const person = 12_345;
const users = {
  root: {},
  'an ordinary user': { uid: person, gid: person },
};
type OsUser = (typeof users)[keyof typeof users];

const niceness = 10;
/** As in the usual line of a crontab. */
const nice = ['nice', '-n', String(niceness)];

function startNode(
  prefix: string[],
  args: string[],
  user: OsUser,
  env: Record<string, string> = {},
): Program {
  const [file = '', ...rest] = [...prefix, process.execPath, ...args];
  return start(file, rest, { ...user, env });
}

/** The sandbox in which a server that is started like this reads photos. */
async function sandboxOf(prefix: string[], user: OsUser): Promise<string> {
  const program = startNode(prefix, [join(root, 'apps/server/test/reader-command.ts')], user);
  const line = await program.waitForLine((each) => each.startsWith('{"sandbox"'));
  return (JSON.parse(line) as { sandbox: string }).sandbox;
}

async function assertSameSandbox(name: string, user: OsUser): Promise<string> {
  const [ordinary, lowered] = await Promise.all([sandboxOf([], user), sandboxOf(nice, user)]);
  assert(ordinary === lowered, `as ${name}, photos are read in ${lowered} instead of ${ordinary}`);
  return lowered;
}

async function assertBackedUp(env: Record<string, string>, name: string, user: OsUser): Promise<void> {
  const file = join(env.DATA_DIR ?? '', 'all.backup');
  const backup = startNode(nice, [serverProgram, 'backup', file], user, env);
  assert((await backup.ended()) === 0, `backup as ${name}: ${backup.lines.join('\n')}`);
}

async function assertWorks(context: FaultContext, env: Record<string, string>, name: string, user: OsUser) {
  const worker = startNode(nice, [serverProgram, 'worker'], user, { ...env, METRICS_PORT: 'off' });
  context.cleanup(() => worker.stop('SIGKILL'));
  await worker.waitForLine((line) => line.includes('"worker runs"'));
  const now = getPriority(worker.pid);
  assert(now === niceness, `the worker of ${name} has the niceness ${now}`);
  assert((await worker.stop()) === 0, `the worker of ${name} did not stop`);
}

/** A data folder that belongs to the user. */
async function environmentOf(context: FaultContext, { env }: Installation, user: OsUser) {
  const dir = await temporaryFolder(context);
  if ('uid' in user) await chown(dir, user.uid, user.gid);
  return { ...env, DATA_DIR: dir, SECRETS_KEY: harnessMasterKey };
}

export const startedWithNice: Fault = {
  number: 114,
  title: 'photos, worker and backup under nice -n 10, as root and as an ordinary user',
  async run(context) {
    assert(process.getuid?.() === 0, 'only root can try this as root and as another user');
    const installation = await install(context, {});
    const sandboxes = await Promise.all(
      Object.entries(users).map(async ([name, user]) => {
        const env = await environmentOf(context, installation, user);
        const [sandbox] = await Promise.all([
          assertSameSandbox(name, user),
          assertBackedUp(env, name, user),
          assertWorks(context, env, name, user),
        ]);
        return `${sandbox} as ${name}`;
      }),
    );
    return `worker and backup run, and photos are read in the same sandbox as without: ${sandboxes.join(', ')}`;
  },
};
