import type { Tx } from '../../platform/db/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { createCookie } from '../../platform/http/cookie.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { eraseUser, sessionJobs } from './session.jobs.ts';
import { type SignedIn, sessionAuthenticator, sessionRoutes } from './session.routes.ts';
import { createSessionService, type SessionServiceDeps } from './session.service.ts';
import { sessionTables } from './session.tables.ts';

export interface SessionDeps extends Omit<SessionServiceDeps, 'enqueueErasure'> {
  jobs: Jobs;
  https: boolean;
  signedIn: SignedIn;
}

export function createSession({ jobs, https, signedIn, ...deps }: SessionDeps) {
  const erasures = jobs.queue(eraseUser);
  const enqueueErasure = (payload: { owner: OwnerId }, tx: Tx) => erasures.enqueue(payload, { tx });
  const service = createSessionService({ ...deps, enqueueErasure });
  const cookie = createCookie('warranty_sid', { https, maxAgeSeconds: deps.sessionIdleDays * 24 * 3600 });
  return defineFeature({
    routes: sessionRoutes(service, cookie, signedIn),
    tables: sessionTables,
    jobs: sessionJobs(service),
    enqueueErasure,
    cookieName: cookie.name,
    firstRecoveryCode: service.firstRecoveryCode,
    usernameOf: service.usernameOf,
    /** Records activity of owners that did not use a browser. */
    touchOwners: service.touchOwners,
    authenticate: sessionAuthenticator(service, cookie),
  });
}
