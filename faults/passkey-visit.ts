import type { Browser, Page, Response as PageResponse } from '@playwright/test';
import {
  joinWithPasskey,
  linkPasskeyOptions,
  passkeyOptions,
  signInWithPasskey,
} from '@warranty/contracts/sign-in';
import { assert } from './fault.ts';

interface Called {
  method: string;
  path: string;
}

export interface Reply<T> {
  status: number;
  /** Of an error. */
  code: string | undefined;
  body: T;
}

export type Visit = Awaited<ReturnType<typeof openVisit>>;

/** Someone with a browser, and with a device that always confirms who they are. Calls come from a page of the server. */
export async function openVisit(browser: Browser, url: string, handle: string) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block' });
  const page = await context.newPage();
  // The page has the headers of the server, but nothing on it goes elsewhere meanwhile.
  await page.route('**/*.js', (route) => route.abort());
  await addAuthenticator(page);
  let replies: PageResponse[] = [];
  page.on('response', (response) => replies.push(response));
  await page.goto(url);

  const call = <T = unknown>({ method, path }: Called, body?: object): Promise<Reply<T>> =>
    page.evaluate(send<T>, { method, path, body, handle });

  async function succeed<T>(endpoint: Called, body: object): Promise<T> {
    const reply = await call<T>(endpoint, body);
    assert(reply.status === 200, `${endpoint.path} got ${reply.status} ${reply.code}`);
    return reply.body;
  }

  return {
    call,
    /** The headers since the last sign-in began that set its cookie. */
    async signInHeaders(): Promise<string[]> {
      const headers = (await Promise.all(replies.map((reply) => reply.headersArray()))).flat();
      return headers
        .filter(({ name }) => name.toLowerCase() === 'set-cookie')
        .map(({ value }) => value)
        .filter((cookie) => /warranty_sign_in=[^;]/.test(cookie));
    },

    /** Opens a link as a new person, who creates a passkey. */
    async join(link: string, name: string): Promise<void> {
      replies = [];
      const options = await succeed<object>(linkPasskeyOptions, {
        secret: new URL(link).hash.slice(1),
        name,
      });
      const credential = await page.evaluate(createPasskey, options);
      await succeed(joinWithPasskey, { name, passkeyName: 'Laptop', credential });
    },

    async signIn(): Promise<void> {
      replies = [];
      const options = await succeed<object>(passkeyOptions, {});
      const credential = await page.evaluate(usePasskey, options);
      await succeed(signInWithPasskey, { credential });
    },
  };
}

async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

// What follows runs in the page.

interface Sent extends Called {
  body: object | undefined;
  handle: string;
}

async function send<T>({ method, path, body, handle }: Sent): Promise<Reply<T>> {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'warranty-organization': handle },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = text ? JSON.parse(text) : {};
  return { status: response.status, code: parsed.code, body: parsed };
}

/** Of the globals of a page, what passkeys need. */
interface PasskeyPage {
  PublicKeyCredential: Record<
    'parseCreationOptionsFromJSON' | 'parseRequestOptionsFromJSON',
    (json: object) => object
  >;
  navigator: {
    credentials: Record<'create' | 'get', (options: { publicKey: object }) => Promise<{ toJSON(): object }>>;
  };
}

async function createPasskey(options: object): Promise<object> {
  const { PublicKeyCredential: passkeys, navigator } = globalThis as unknown as PasskeyPage;
  const publicKey = passkeys.parseCreationOptionsFromJSON(options);
  return (await navigator.credentials.create({ publicKey })).toJSON();
}

async function usePasskey(options: object): Promise<object> {
  const { PublicKeyCredential: passkeys, navigator } = globalThis as unknown as PasskeyPage;
  const publicKey = passkeys.parseRequestOptionsFromJSON(options);
  return (await navigator.credentials.get({ publicKey })).toJSON();
}
