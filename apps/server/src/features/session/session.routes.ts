import * as contract from '@warranty/contracts/session';
import { anonymousActor } from '../../platform/http/acting-caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Authenticator } from '../../platform/http/endpoints.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { SessionCookie } from './session.cookie.ts';
import type { SessionService } from './session.service.ts';

export function sessionRoutes(service: SessionService, cookie: SessionCookie): Route[] {
  return [
    route(contract.startSession, async ({ body, request, reply }) => {
      const token = cookie.read(request);
      const current = token ? await service.resume(token) : null;
      if (current) return { userId: current.username };
      const session = await service.start(body.demoUserId, request.ip, anonymousActor(request));
      cookie.write(reply, session.token);
      return { userId: session.username };
    }),

    route(contract.readSession, ({ caller }) => ({ userId: caller.username })),

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
      const session = await service.recover(
        body.recoveryCode,
        request.ip,
        cookie.read(request),
        anonymousActor(request),
      );
      cookie.write(reply, session.token);
      return { userId: session.username };
    }),
  ];
}

export function sessionAuthenticator(service: SessionService, cookie: SessionCookie): Authenticator {
  return async (request, reply) => {
    const token = cookie.read(request);
    const session = token ? await service.resume(token) : null;
    if (!session || !token) throw new AppError('no_session');
    if (session.renewed) cookie.write(reply, token);
    return { userId: session.userId, username: session.username };
  };
}
