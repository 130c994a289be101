import type { CDPSession, Page } from '@playwright/test';
import pg from 'pg';
import { createDatabase } from '../../harness/databases.ts';
import { makeFolder } from '../../harness/folder.ts';
import { startOidcProvider } from '../../harness/oidc-provider.ts';
import { freePort, harnessMasterKey, serverProgram, start, startServer } from '../../harness/processes.ts';
import { press } from './controls.ts';
import { test as base, expect } from './fixtures.ts';

// People with passkeys: a server on which they can sign in, the commands of its operator, and devices that hold passkeys.

export interface SignInServer {
  url: string;
  /** Where people sign in, if not with passkeys. */
  provider: string | null;
  /** Runs a command as an operator would, and returns what it prints. */
  run(...args: string[]): Promise<string>;
  /** Returns the link of the first admin. */
  createOrganization(name: string, handle: string): Promise<string>;
  /** Returns a link for someone who has lost a passkey. */
  createSignInLink(name: string): Promise<string>;
  /** The ID of a person for commands, by a name that is unique. */
  personNamed(name: string): Promise<string>;
  /** Changes the database, as if time had passed. */
  query(text: string): Promise<unknown>;
  stop(): Promise<void>;
}

const linkIn = (output: string): string => /http\S+#wll_\w+/.exec(output)?.[0] ?? '';

export interface SignInOptions {
  /** People sign in with an identity provider, which the test starts, and not with passkeys. */
  provider?: boolean;
}

async function startSignInServer(
  name: string,
  mode: 'optional' | 'required',
  options: SignInOptions,
): Promise<SignInServer> {
  const { E2E_DATABASE_URL: url = '', E2E_ADMIN_DATABASE_URL: adminUrl = '' } = process.env;
  const folder = await makeFolder(name);
  const port = await freePort();
  const provider = options.provider ? await startOidcProvider(`http://localhost:${port}`) : null;
  const env = {
    ...provider?.settings,
    DATABASE_URL: await createDatabase({ url, adminUrl }, `${name}_${Date.now()}`),
    DATA_DIR: folder.path,
    SECRETS_KEY: harnessMasterKey,
    SIGN_IN: mode,
    // Links of commands have it, too.
    PORT: String(port),
  };
  const server = await startServer('all', env);

  async function run(...args: string[]): Promise<string> {
    const command = start(process.execPath, [serverProgram, ...args], { env });
    expect(await command.ended(), command.lines.join('\n')).toBe(0);
    return command.lines.join('\n');
  }

  async function query<T extends pg.QueryResultRow>(text: string, values: string[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    const { rows } = await client.query<T>(text, values);
    await client.end();
    return rows;
  }

  // A command takes a second.
  async function personNamed(name: string): Promise<string> {
    const people = 'select username from people join users using (id) where name = $1';
    return (await query<{ username: string }>(people, [name]))[0]?.username ?? '';
  }

  return {
    url: server.url,
    provider: provider?.issuer ?? null,
    run,
    personNamed,
    createOrganization: async (title, handle) =>
      linkIn(await run('create-organization', title, '--handle', handle)),
    createSignInLink: async (person) => linkIn(await run('sign-in-link', await personNamed(person))),
    query,
    async stop() {
      await server.stop();
      await provider?.stop();
      await folder.remove();
    },
  };
}

/** Tests on a server with sign-in, one for each worker: set the mode of the file to `default` to have only one. */
export const withSignIn = (name: string, mode: 'optional' | 'required', options: SignInOptions = {}) =>
  base.extend<object, { own: SignInServer }>({
    own: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the first parameter
      async ({}, use) => {
        const server = await startSignInServer(name, mode, options);
        await use(server);
        await server.stop();
      },
      { scope: 'worker' },
    ],
    baseURL: async ({ own }, use) => use(own.url),
    provider: async ({ own }, use) => use(own.provider),
  });

export interface Device {
  /** Whether the device recognizes its user. Otherwise requests fail as if they were canceled. */
  recognize(isRecognizing: boolean): Promise<unknown>;
  countPasskeys(): Promise<number>;
  /** Gives the passkeys to the device of another page. */
  copyTo(page: Page): Promise<void>;
  /** As if it were another device. */
  loseAll(): Promise<unknown>;
}

const deviceOptions = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

async function startDevice(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  return { session, ...(await session.send('WebAuthn.addVirtualAuthenticator', { options: deviceOptions })) };
}

/** Gives a page a device that holds passkeys and answers at once, as with a fingerprint. */
export async function addDevice(page: Page): Promise<Device> {
  const { session, authenticatorId } = await startDevice(page);
  const passkeys = async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    recognize: (isUserVerified) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    countPasskeys: async () => (await passkeys()).length,
    async copyTo(other) {
      const device = await startDevice(other);
      for (const credential of await passkeys())
        await device.session.send('WebAuthn.addCredential', {
          authenticatorId: device.authenticatorId,
          credential,
        });
    },
    loseAll: () => session.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

/** Joins as a new person, and ends on the start page of the organization. */
export async function joinByLink(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await press(page, 'Create a passkey and join');
  await expect(page).toHaveURL(/\/o\/[a-z0-9-]+\/$/);
}

/** Signs in with the only passkey of the device. */
export async function signIn(page: Page, to = '/'): Promise<void> {
  await page.goto(`/sign-in?${new URLSearchParams({ to })}`);
  await press(page, 'Sign in with a passkey');
  await expect(page).not.toHaveURL(/\/sign-in/);
}

/** Calls an endpoint as the page would. Returns the body of the reply. */
export const callFrom = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([method, path, body]) => {
      const organization = location.pathname.match(/^\/o\/([^/]+)/)?.[1];
      const reply = await fetch(path, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(organization && { 'warranty-organization': organization }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
      return text && JSON.parse(text);
    },
    [method, path, body] as const,
  ) as Promise<T>;

/** Creates an invitation as an admin of the organization that the page shows, and returns its link. */
export async function invite(page: Page, role: string, label = ''): Promise<string> {
  const made = await callFrom<{ url: string }>(page, 'POST', '/api/organization/invitations', {
    label,
    role,
  });
  return made.url;
}

/** Ends the sign-in without a page of the product. */
export async function endSignIn(page: Page): Promise<void> {
  await page.goto('/livez');
  await callFrom(page, 'POST', '/api/auth/sign-out');
}
