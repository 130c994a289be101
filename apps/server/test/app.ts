import type { Endpoint } from '@warranty/contracts/core/endpoint';
import type { UsageItem } from '@warranty/contracts/usage';
import type { InjectOptions } from 'fastify';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createDeps, type Simulator } from '../src/deps.ts';
import type { Log } from '../src/platform/log.ts';
import { type OwnerId, toOwnerId } from '../src/platform/ownership/owner-id.ts';
import { atEnd } from './at-end.ts';
import { cloneDatabase } from './database.ts';
import { noRequestLimits, reachedDatabase, silent, testMasterKey } from './fixtures.ts';

export interface TestAppOptions {
  /** Demo mode, with this simulator. */
  simulator?: Simulator | null;
  env?: Record<string, string>;
  log?: Log;
  /** Lets this process take jobs as well. */
  worker?: boolean;
}

/** Headers that the browser adds to a request from our own pages. */
export const sameOriginHeaders = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' };

export interface PageRequest {
  cookie?: string | undefined;
  headers?: Record<string, string>;
  payload?: InjectOptions['payload'] | undefined;
  remoteAddress?: string;
}

type Method = Endpoint['method'] | 'HEAD';

/** One process on that database. */
async function startProcess(
  url: string,
  { env, log = silent, simulator = null, worker = false }: TestAppOptions,
) {
  const config = readConfig('api', {
    DATABASE_URL: url,
    WEB_DIR: '/nowhere',
    SECRETS_KEY: testMasterKey,
    REQUESTS_PER_SECOND: String(noRequestLimits.perSecond),
    REQUESTS_PER_SECOND_PER_ADDRESS: String(noRequestLimits.perSecondPerAddress),
    CONNECTIONS_PER_ADDRESS: String(noRequestLimits.openPerAddress),
    ...env,
  });
  const deps = await createDeps(config, { database: reachedDatabase(url), simulator, worker }, log);
  const app = await buildApp(config, deps);
  await app.ready();
  if (worker) await deps.jobs.work();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= app.close().then(deps.close);
    return stopped;
  };
  atEnd(stop);
  return { app, config, deps, stop };
}

/** The real application on a separate database. */
export async function startTestApp(options: TestAppOptions = {}) {
  const database = await cloneDatabase();
  const process = await startProcess(database.url, options);
  const { query } = database;

  /** Sends a request as one of our pages does. */
  const send = (
    method: Method,
    url: string,
    { cookie, headers, payload, remoteAddress = '127.0.0.1' }: PageRequest = {},
  ) =>
    process.app.inject({
      ...{ method, url, remoteAddress, ...(payload !== undefined && { payload }) },
      headers: { ...sameOriginHeaders, ...(cookie && { cookie }), ...headers },
    });

  /** The pages of a browser with this cookie. */
  function browserWith(cookie: string, remoteAddress?: string) {
    const sendAs = (method: Method, url: string, payload?: InjectOptions['payload']) =>
      send(method, url, { cookie, payload, ...(remoteAddress && { remoteAddress }) });
    const get = async (url: string) => (await sendAs('GET', url)).json();
    return {
      cookie,
      send: sendAs,
      get,
      /** What is used of each limit. */
      async usage(): Promise<Record<string, number>> {
        const { items }: { items: UsageItem[] } = await get('/api/usage');
        return Object.fromEntries(items.map(({ id, used }) => [id, used]));
      },
    };
  }

  return {
    ...process,
    database,
    query,
    send,
    /** POST /api/auth/session from one of our pages. The returned cookie can be sent as it is. */
    async startSession(demoUserId?: string, cookie?: string, remoteAddress?: string) {
      const response = await send('POST', '/api/auth/session', { cookie, payload: { demoUserId } });
      const set = response.cookies[0];
      return {
        response,
        userId: response.json<{ userId: string }>().userId,
        ...browserWith(set ? `${set.name}=${set.value}` : '', remoteAddress),
      };
    },
    /** Another process of the same installation. */
    startProcess: (more: TestAppOptions = {}) =>
      startProcess(database.url, { ...more, env: { ...options.env, ...more.env } }),
    async ownerOf(userId: string): Promise<OwnerId | undefined> {
      const [row] = await query<{ id: string }>('select id from users where username = $1', [userId]);
      return row && toOwnerId(row.id);
    },
    async countUsers(): Promise<number> {
      return (await query("select from users where kind = 'browser'")).length;
    },
    /** Makes every write to the table fail while `work` runs. */
    async withoutWrites(table: string, work: () => Promise<unknown>): Promise<void> {
      await query(`alter table ${table} add constraint closed check (false) not valid`);
      try {
        await work();
      } finally {
        await query(`alter table ${table} drop constraint closed`);
      }
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
export type Session = Awaited<ReturnType<TestApp['startSession']>>;
