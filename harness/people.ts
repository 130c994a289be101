import { createClient } from '@warranty/contracts/core/client';
import { createInvitation } from '@warranty/contracts/organization';
import { readSession } from '@warranty/contracts/session';
import {
  joinWithPasskey,
  linkPasskeyOptions,
  passkeyOptions,
  signInWithPasskey,
} from '@warranty/contracts/sign-in';
import { createAuthenticator } from './authenticator.ts';
import { harnessMasterKey, type Program, serverProgram, start } from './processes.ts';

/** Of a link, which has it in its fragment. */
const secretOf = (link: string): string => link.slice(link.indexOf('#') + 1);

/** Starts a command as an operator does, on the database of the environment. */
export const startCommand = (env: Record<string, string>, ...args: string[]): Program =>
  start(process.execPath, [serverProgram, ...args], {
    env: { SECRETS_KEY: harnessMasterKey, SIGN_IN: 'optional', ...env },
  });

/** Returns the secret of the link for its first admin. */
export async function createOrganization(env: Record<string, string>, handle: string): Promise<string> {
  const command = startCommand(env, 'create-organization', 'Contoso', '--handle', handle);
  const link = await command.waitForLine((line) => line.includes('/link#'));
  await command.ended();
  return secretOf(link);
}

/** A browser with cookies of its own, in which someone signs in. Every request has the given headers. */
export function startVisitor(url: string, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  const authenticator = createAuthenticator({ origin: url });
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const withCookies: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, headers: { ...init?.headers, cookie: cookie() } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const call = createClient({ baseUrl: url, headers: { origin: url, ...headers }, fetch: withCookies });
  return {
    authenticator,
    call,
    cookie,

    /** Joins with a link, as a new person with a new passkey. */
    async join(secret: string, name: string): Promise<void> {
      const options = await call(linkPasskeyOptions, { body: { secret, name } });
      const credential = authenticator.create(options);
      await call(joinWithPasskey, { body: { name, passkeyName: 'Laptop', credential } });
    },

    /** In this browser, with a passkey that was created in this or in another one. */
    async signIn(device: typeof authenticator = authenticator): Promise<void> {
      const credential = device.sign(await call(passkeyOptions));
      await call(signInWithPasskey, { body: { credential } });
    },
  };
}

export type Member = Awaited<ReturnType<typeof startMember>>;

/** Someone who has just joined an organization, of which all requests are. */
export async function startMember(
  url: string,
  { secret, handle }: { secret: string; handle: string },
  headers: Record<string, string> = {},
) {
  const visitor = startVisitor(url, { 'warranty-organization': handle, ...headers });
  await visitor.join(secret, 'Anna');
  const { person } = await visitor.call(readSession);
  return { ...visitor, id: person?.id ?? '', handle };
}

/** Returns the secret of an invitation by an admin. */
export async function invite({ call }: Pick<Member, 'call'>, role: 'viewer' | 'member' | 'admin') {
  return secretOf((await call(createInvitation, { body: { label: '', role } })).url);
}
