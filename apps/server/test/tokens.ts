import type { Scope } from '@warranty/contracts/access';
import type { AccessToken } from '@warranty/contracts/access-tokens';
import type { InjectOptions } from 'fastify';
import { type Session, sameOriginHeaders, type TestApp } from './app.ts';

/** Creates a user with a new session. */
export async function startTokenUser(server: TestApp) {
  const session = await server.startSession();
  return { ...session, ...tokenUser(session) };
}

export function tokenUser({ send }: Pick<Session, 'send'>) {
  /** Calls `/api/external-tokens` plus `rest`, as the page does. */
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', rest = '', payload?: object) =>
    send(method, `/api/external-tokens${rest}`, payload);
  return {
    call,
    async make(tokenName = 'Inventory script', expiresAt?: string, scopes?: readonly Scope[]) {
      const reply = await call('POST', '', { tokenName, expiresAt, scopes });
      if (reply.statusCode !== 200) throw new Error(`no token: ${reply.body}`);
      return reply.json<{ token: AccessToken; rawToken: string }>();
    },
    list: async () => (await call('GET')).json<{ tokens: AccessToken[] }>().tokens,
  };
}

export type TokenUser = Awaited<ReturnType<typeof startTokenUser>>;

/** A request as another application sends it: no page, no cookie. */
export function withToken(rawToken: string, options: InjectOptions): InjectOptions {
  return {
    ...options,
    headers: { host: sameOriginHeaders.host, authorization: `Bearer ${rawToken}`, ...options.headers },
  };
}
