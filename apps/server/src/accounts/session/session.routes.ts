import * as sessions from '@warranty/contracts/browser-sessions';
import * as contract from '@warranty/contracts/session';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import type { Cookie } from '../../platform/http/cookie.ts';
import type { Authenticator } from '../../platform/http/endpoints.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { SessionService, Visit } from './session.service.ts';

/** People who are signed in. */
export interface SignedIn {
  /** Null for a browser without a sign-in. Throws if one is needed, or has ended. */
  find(request: FastifyRequest): Promise<PersonAt | null>;
  describe(person: PersonAt): Promise<contract.SessionReply>;
  /** Of the sign-in. */
  readToken(request: FastifyRequest): string | undefined;
  /** Throws where browsers have to sign in. */
  requireBrowsers(): void;
}

interface PersonAt {
  person: OwnerId;
  organization: OwnerId | null;
}

export function sessionRoutes(service: SessionService, cookie: Cookie, signedIn: SignedIn): Route[] {
  const currentToken = ({ actor }: Caller, request: FastifyRequest): string =>
    (actor.kind === 'person' ? signedIn.readToken(request) : cookie.read(request)) ?? '';
  return [
    route(contract.startSession, async ({ body, request, reply }) => {
      const person = await signedIn.find(request);
      if (person) return signedIn.describe(person);
      const token = cookie.read(request);
      const current = token ? await service.resume(token, userAgentOf(request)) : null;
      if (token && current) {
        if (current.renewed) cookie.write(reply, token);
        return { userId: await service.usernameOf(current.owner) };
      }
      const session = await service.start(body.demoUserId, visitOf(request));
      cookie.write(reply, session.token);
      return { userId: session.username };
    }),

    route(contract.readSession, async ({ caller, request }) => {
      const person = await signedIn.find(request);
      return person ? signedIn.describe(person) : { userId: await service.usernameOf(caller.owner) };
    }),

    route(contract.forgetBrowser, async ({ caller, reply }) => {
      await service.forget(caller);
      cookie.clear(reply);
      reply.header('clear-site-data', '"storage"');
      return undefined;
    }),

    route(contract.createRecoveryCode, async ({ caller }) => ({
      recoveryCode: await service.makeRecoveryCode(caller),
    })),

    route(contract.recoverSession, async ({ body, request, reply }) => {
      signedIn.requireBrowsers();
      const session = await service.recover(body.recoveryCode, visitOf(request), cookie.read(request));
      cookie.write(reply, session.token);
      return { userId: session.username };
    }),

    route(sessions.listSessions, async ({ caller, request }) => ({
      sessions: await service.list(caller.owner, currentToken(caller, request)),
    })),

    route(sessions.endOtherSessions, ({ caller, request }) =>
      service.endOthers(caller, currentToken(caller, request)),
    ),

    route(sessions.endSession, ({ caller, params }) => service.end(caller, params.browserSessionId)),
  ];
}

const userAgentOf = ({ headers }: FastifyRequest): string | undefined => headers['user-agent'];

const visitOf = (request: FastifyRequest): Visit => ({
  client: request.client,
  requestId: request.id,
  userAgent: userAgentOf(request),
});

export function sessionAuthenticator(service: SessionService, cookie: Cookie): Authenticator {
  return async (request, reply) => {
    const token = cookie.read(request);
    const session = token ? await service.resume(token, userAgentOf(request)) : null;
    if (!session || !token) throw new AppError('no_session');
    if (session.renewed) cookie.write(reply, token);
    return { owner: session.owner, actor: { kind: 'browser', id: session.owner } };
  };
}
