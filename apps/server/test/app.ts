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
  return {
    app,
    config,
    deps,
    database,
    /** POST /api/auth/session from one of our pages. The returned cookie can be sent as it is. */
    async startSession(demoUserId?: string, cookie?: string) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/auth/session',
        headers: { ...sameOriginHeaders, ...(cookie ? { cookie } : {}) },
        payload: { demoUserId },
      });
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
