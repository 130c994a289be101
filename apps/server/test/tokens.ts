import type { AccessToken } from '@warranty/contracts/access-tokens';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { sameOriginHeaders, type TestApp } from './app.ts';

export interface TokenUser {
  userId: string;
  cookie: string;
  /** Calls `/api/external-tokens` plus `rest`, as the page does. */
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    rest?: string,
    payload?: object,
  ): Promise<LightMyRequestResponse>;
  make(tokenName?: string, expiresAt?: string): Promise<{ token: AccessToken; rawToken: string }>;
  list(): Promise<AccessToken[]>;
}

/** Creates a user with a new session. */
export async function startTokenUser(server: TestApp): Promise<TokenUser> {
  const { userId, cookie } = await server.startSession();
  return tokenUser(server, userId, cookie);
}

export function tokenUser({ send }: TestApp, userId: string, cookie: string): TokenUser {
  const call: TokenUser['call'] = (method, rest = '', payload) =>
    send(method, `/api/external-tokens${rest}`, { cookie, payload });
  return {
    userId,
    cookie,
    call,
    async make(tokenName = 'Inventory script', expiresAt) {
      const reply = await call('POST', '', { tokenName, expiresAt });
      if (reply.statusCode !== 200) throw new Error(`no token: ${reply.body}`);
      return reply.json();
    },
    list: async () => (await call('GET')).json<{ tokens: AccessToken[] }>().tokens,
  };
}

/** A request as another application sends it: no page, no cookie. */
export function withToken(rawToken: string, options: InjectOptions): InjectOptions {
  return {
    ...options,
    headers: { host: sameOriginHeaders.host, authorization: `Bearer ${rawToken}`, ...options.headers },
  };
}
