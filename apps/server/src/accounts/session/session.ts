import type { Db, Pool } from '../../platform/db/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createSessionCookie } from './session.cookie.ts';
import { eraseUser, sessionJobs } from './session.jobs.ts';
import { sessionAuthenticator, sessionRoutes } from './session.routes.ts';
import { createSessionService, type SessionServiceDeps } from './session.service.ts';
import { createSessionStore } from './session.store.ts';
import { sessionTables } from './session.tables.ts';

export interface SessionDeps extends Omit<SessionServiceDeps, 'store' | 'enqueueErasure'> {
  db: Db;
  pool: Pool;
  jobs: Jobs;
  https: boolean;
}

export function createSession({ db, pool, jobs, https, ...deps }: SessionDeps) {
  const erasures = jobs.queue(eraseUser);
  const service = createSessionService({
    ...deps,
    store: createSessionStore(db, pool),
    enqueueErasure: (payload, tx) => erasures.enqueue(payload, { tx }),
  });
  const cookie = createSessionCookie({ https, idleDays: deps.sessionIdleDays });
  return defineFeature({
    routes: sessionRoutes(service, cookie),
    tables: sessionTables,
    jobs: sessionJobs(service),
    cookieName: cookie.name,
    firstRecoveryCode: service.firstRecoveryCode,
    usernameOf: service.usernameOf,
    /** Records activity of owners that did not use a browser. */
    touchOwners: service.touchOwners,
    authenticate: sessionAuthenticator(service, cookie),
  });
}
