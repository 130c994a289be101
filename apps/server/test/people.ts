import type { Role } from '@warranty/contracts/access';
import type { SignedCredential } from '@warranty/contracts/passkeys';
import type { SessionReply } from '@warranty/contracts/session';
import type { LightMyRequestResponse } from 'fastify';
import { createAuthenticator, type Deviation } from '../../../harness/authenticator.ts';
import type { ProvidedPerson } from '../../../harness/identity-provider.ts';
import { toOwnerId } from '../src/platform/ownership/owner-id.ts';
import type { PageRequest, TestApp } from './app.ts';
import { identityProvider } from './identity-provider.ts';

export type { Deviation } from '../../../harness/authenticator.ts';

type Method = Parameters<TestApp['send']>[0];

/** A browser with cookies of its own, in which someone signs in. */
export function startVisitor({ send }: Pick<TestApp, 'send'>) {
  const cookies = new Map<string, string>();
  const authenticator = createAuthenticator();

  function adopt(reply: LightMyRequestResponse): void {
    for (const { name, value, maxAge } of reply.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  async function request(
    method: Method,
    url: string,
    payload?: PageRequest['payload'],
    more: PageRequest = {},
  ) {
    const reply = await send(method, url, { cookie: cookieOf({ cookies }), payload, ...more });
    adopt(reply);
    return reply;
  }

  return {
    cookies,
    authenticator,
    send: request,
    post: (url: string, payload: object = {}) => request('POST', url, payload),
    get: (url: string) => request('GET', url),

    /** What the page sends to sign in with a passkey; it can still be changed. */
    async sign(deviation: Deviation = {}): Promise<SignedCredential> {
      const options = (await request('POST', '/api/auth/passkey/options')).json();
      return authenticator.sign(options, deviation);
    },

    async signIn(deviation: Deviation = {}) {
      return request('POST', '/api/auth/passkey', { credential: await this.sign(deviation) });
    },

    /** Starts to sign in with the provider. Returns the query with which the browser comes back from it. */
    async askProvider(person: ProvidedPerson, start: object = {}): Promise<string> {
      const { url } = (await request('POST', '/api/auth/provider', start)).json();
      return (await identityProvider()).authorize(url, person);
    },

    async signInAtProvider(person: ProvidedPerson, start: object = {}) {
      const query = await this.askProvider(person, start);
      return request('POST', '/api/auth/provider/callback', { query });
    },

    /** Joins with a link, as a new person with a new passkey. */
    async join(secret: string, name: string, deviation: Deviation = {}) {
      const options = await request('POST', '/api/links/passkey/options', { secret, name });
      if (options.statusCode !== 200) return options;
      const credential = authenticator.create(options.json(), deviation);
      return request('POST', '/api/links/passkey', { name, passkeyName: 'Laptop', credential });
    },
  };
}

export type Visitor = ReturnType<typeof startVisitor>;

export const cookieOf = ({ cookies }: Pick<Visitor, 'cookies'>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** The secret of a new invitation. */
export async function invite(
  { deps }: Pick<TestApp, 'deps'>,
  organization: string,
  role: Role,
): Promise<string> {
  const target = { owner: toOwnerId(organization), role };
  const { secret } = await deps.signIn.createLink(target, { minutes: 60 });
  return secret;
}

/** Someone who has just joined the organization. */
export async function startMember(server: TestApp, organization: string, role: Role, name = 'Bert') {
  const visitor = startVisitor(server);
  const reply = await visitor.join(await invite(server, organization, role), name);
  if (reply.statusCode !== 200) throw new Error(`cannot join: ${reply.body}`);
  const { person } = (await visitor.get('/api/auth/session')).json<SessionReply>();
  return { ...visitor, id: toOwnerId(person?.id ?? '') };
}
