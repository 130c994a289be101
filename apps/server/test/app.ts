import type { Endpoint } from '@warranty/contracts/core/endpoint';
import type { InjectOptions } from 'fastify';
import { buildApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import { createDeps, type Simulator } from '../src/deps.ts';
import type { Log } from '../src/platform/log.ts';
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

/** The real application on a separate database. */
export async function startTestApp({
  env = {},
  log = silent,
  simulator = null,
  worker = false,
}: TestAppOptions = {}) {
  const database = await cloneDatabase();
  const config: Config = readConfig('api', {
    DATABASE_URL: database.url,
    WEB_DIR: '/nowhere',
    SECRETS_KEY: testMasterKey,
    REQUESTS_PER_SECOND: String(noRequestLimits.perSecond),
    REQUESTS_PER_SECOND_PER_ADDRESS: String(noRequestLimits.perSecondPerAddress),
    CONNECTIONS_PER_ADDRESS: String(noRequestLimits.openPerAddress),
    ...env,
  });
  const deps = await createDeps(config, { database: reachedDatabase(database.url), simulator, worker }, log);
  const app = await buildApp(config, deps);
  await app.ready();
  /** Sends a request as one of our pages does. */
  const send = (
    method: Endpoint['method'] | 'HEAD',
    url: string,
    { cookie, headers, payload, remoteAddress = '127.0.0.1' }: PageRequest = {},
  ) =>
    app.inject({
      ...{ method, url, remoteAddress, ...(payload !== undefined && { payload }) },
      headers: { ...sameOriginHeaders, ...(cookie && { cookie }), ...headers },
    });
  return {
    app,
    config,
    deps,
    database,
    send,
    /** POST /api/auth/session from one of our pages. The returned cookie can be sent as it is. */
    async startSession(demoUserId?: string, cookie?: string) {
      const response = await send('POST', '/api/auth/session', { cookie, payload: { demoUserId } });
      const set = response.cookies[0];
      return {
        response,
        userId: response.json<{ userId: string }>().userId,
        cookie: set ? `${set.name}=${set.value}` : '',
      };
    },
    async close() {
      await app.close();
      await deps.close();
      await database.drop();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
