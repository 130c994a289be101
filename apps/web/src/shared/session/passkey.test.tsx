import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserError } from '../../lib/api/error-text.ts';
import {
  canUsePasskeys,
  createPasskey,
  passkeyObstacle,
  signInWithPasskey,
  withFreshSignIn,
} from './passkey.ts';

const here = 'https://warranty.example';
const signed = {
  id: 'id',
  type: 'public-key',
  response: { clientDataJSON: 'client', authenticatorData: 'data', signature: 'signature' },
};
const created = {
  id: 'id',
  type: 'public-key',
  response: { clientDataJSON: 'client', attestationObject: 'attestation', transports: ['internal'] },
};
const creation = { challenge: 'challenge' } as unknown as Parameters<typeof createPasskey>[0];

/** What a browser adds, and the server does not read. */
const extra = { rawId: 'id', clientExtensionResults: {} };
const device = {
  get: vi.fn(async () => ({ toJSON: () => ({ ...signed, ...extra }) })),
  create: vi.fn(async () => ({ toJSON: () => ({ ...created, ...extra }) })),
};
const failing = (name: string) => () => Promise.reject(new DOMException('in words of the browser', name));

type Reply = [status: number, body: unknown];
let replies: Record<string, Reply | (() => Reply)>;
let sent: { path: string; body: unknown }[];
const reload = vi.fn();

class Credential {
  static parseRequestOptionsFromJSON = (options: unknown) => options;
  static parseCreationOptionsFromJSON = (options: unknown) => options;
  toJSON() {
    return {};
  }
}

beforeEach(() => {
  sent = [];
  replies = {
    'POST /api/auth/passkey/options': [200, { challenge: 'challenge' }],
    'POST /api/auth/passkey': [200, { message: 'You are signed in.' }],
    'GET /api/auth/session': [200, { userId: 'contoso', person: { id: 'anna', name: 'Anna' } }],
    'GET /api/config': [200, { signIn: { mode: 'required', url: here } }],
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', Credential);
  vi.stubGlobal('location', { origin: here, reload });
  vi.stubGlobal('navigator', { credentials: { ...device }, userAgent: '' });
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    sent.push({ path, body: body ? JSON.parse(String(body)) : undefined });
    const reply = replies[`${method} ${path}`] ?? [404, {}];
    const [status, json] = typeof reply === 'function' ? reply() : reply;
    return Response.json(json, { status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('passkeys', () => {
  it('need a browser that reads and writes their JSON, and a safe address', () => {
    expect(canUsePasskeys()).toBe(true);
    expect(passkeyObstacle(`${here}/`)).toBeNull();
    expect(passkeyObstacle('https://other.example')).toBe('Open https://other.example to use passkeys.');
    vi.stubGlobal('PublicKeyCredential', class {});
    expect(canUsePasskeys()).toBe(false);
    expect(passkeyObstacle(here)).toMatch(/^This browser is too old/);
    vi.stubGlobal('isSecureContext', false);
    expect(passkeyObstacle(here)).toMatch(/^This browser cannot use passkeys/);
  });

  it('sign in with what the server reads', async () => {
    await signInWithPasskey();
    expect(device.get).toHaveBeenCalledWith({ publicKey: { challenge: 'challenge' } });
    expect(sent.at(-1)).toEqual({ path: '/api/auth/passkey', body: { credential: signed } });
  });

  it('are created', async () => {
    expect(await createPasskey(creation)).toEqual(created);
    expect(device.create).toHaveBeenCalledWith({ publicKey: creation });
  });
});

describe('a failure is a sentence', () => {
  it.each([
    ['NotAllowedError', /^The request to your device was canceled, or took too long/],
    ['SecurityError', /^Open https:\/\/warranty\.example to use passkeys\.$/],
    ['InvalidStateError', /already a passkey/],
    ['ConstraintError', /cannot store a passkey/],
    ['UnknownError', /^Your device reported an error/],
  ])('for %s of the device', async (name, sentence) => {
    vi.stubGlobal('navigator', { credentials: { get: failing(name), create: failing(name) } });
    await expect(signInWithPasskey()).rejects.toThrow(sentence);
    await expect(createPasskey(creation)).rejects.toThrow(sentence);
    await expect(createPasskey(creation)).rejects.toBeInstanceOf(UserError);
  });

  it('for a browser without passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', class {});
    await expect(signInWithPasskey()).rejects.toThrow('This browser is too old for passkeys.');
    replies['GET /api/config'] = [200, { signIn: { mode: 'required', url: 'https://other.example' } }];
    await expect(createPasskey(creation)).rejects.toThrow('Open https://other.example to use passkeys.');
  });

  it('for a refusal and for a server that does not answer', async () => {
    replies['POST /api/auth/passkey'] = [422, { error: 'Not accepted.', code: 'passkey_refused' }];
    await expect(signInWithPasskey()).rejects.toThrow('Not accepted.');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(signInWithPasskey()).rejects.toThrow('The server did not answer.');
  });
});

describe('a fresh sign-in', () => {
  const signInAgain: Reply = [403, { error: 'Sign in again to do this.', code: 'sign_in_again' }];

  async function failOnce() {
    const { withErrorMessage } = await import('../../lib/api/error-text.ts');
    const { RequestError } = await import('@warranty/contracts/core/client');
    const [status, body] = signInAgain;
    const refused = () => new RequestError(new Response(null, { status }), JSON.stringify(body));
    return vi
      .fn<() => Promise<string>>()
      .mockImplementationOnce(() => withErrorMessage('It failed', Promise.reject(refused())))
      .mockResolvedValue('done');
  }

  it('is not needed for what is allowed, and does not help against other errors', async () => {
    expect(await withFreshSignIn(async () => 'done')).toBe('done');
    await expect(withFreshSignIn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(sent).toEqual([]);
  });

  it('is made, and the work done again', async () => {
    const work = await failOnce();
    expect(await withFreshSignIn(work)).toBe('done');
    expect(work).toHaveBeenCalledTimes(2);
    expect(device.get).toHaveBeenCalledTimes(1);
  });

  it('of another person loads the page again', async () => {
    const people = ['anna', 'bert'];
    replies['GET /api/auth/session'] = () => [200, { userId: 'contoso', person: { id: people.shift() } }];
    const work = await failOnce();
    withFreshSignIn(work);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('that is canceled says so', async () => {
    vi.stubGlobal('navigator', { credentials: { get: failing('NotAllowedError') } });
    await expect(withFreshSignIn(await failOnce())).rejects.toThrow(/canceled/);
  });
});
