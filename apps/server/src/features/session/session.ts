import type { Db, Pool } from '../../platform/db/database.ts';
import { createSessionCookie } from './session.cookie.ts';
import { sessionJobs } from './session.jobs.ts';
import { sessionAuthenticator, sessionRoutes } from './session.routes.ts';
import { createSessionService, type SessionServiceDeps } from './session.service.ts';
import { createSessionStore } from './session.store.ts';

export interface SessionDeps extends Omit<SessionServiceDeps, 'store'> {
  db: Db;
  pool: Pool;
  https: boolean;
}

export function createSession({ db, pool, https, ...deps }: SessionDeps) {
  const service = createSessionService({ ...deps, store: createSessionStore(db, pool) });
  const cookie = createSessionCookie(https);
  return {
    routes: sessionRoutes(service, cookie),
    jobs: sessionJobs(service),
    cookieName: cookie.name,
    firstRecoveryCode: service.firstRecoveryCode,
    /** Records activity of users that did not use a browser. */
    touchUsers: service.touchUsers,
    authenticate: sessionAuthenticator(service, cookie),
  };
}
