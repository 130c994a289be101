import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isForeignKeyViolation } from '../../platform/db/violations.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Cookie, createCookie } from '../../platform/http/cookie.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import type { Attempt, AttemptStore, Beginning } from './attempts.store.ts';
import type { ProviderAttempt } from './provider.ts';
import { attemptMinutes } from './sign-in.limits.ts';

type Purpose = Attempt['purpose'];

export type Attempts = ReturnType<typeof createAttempts>;

/** What the provider has to be told, derived from the cookie: so neither is stored anywhere but in the browser. */
function providerSecrets(browser: string): Pick<ProviderAttempt, 'nonce' | 'codeVerifier'> {
  const derive = (use: string) => createHmac('sha256', browser).update(use).digest('base64url');
  return { nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

/**
 * What a sign-in has to come back with: the challenge that was given out, and the cookie of the browser that it was given to. So
 * a reply that another browser made opens no session.
 */
export function createAttempts(store: AttemptStore, { https }: { https: boolean }) {
  const cookie: Cookie = createCookie('warranty_attempt', { https, maxAgeSeconds: attemptMinutes * 60 });

  async function begin(reply: FastifyReply, attempt: { purpose: Purpose } & Beginning) {
    // Never a value that the browser sends: someone else could have put it there.
    const [browser, challenge] = [newToken(), newToken()];
    const hashes = { attemptHash: hashToken(challenge), browserHash: hashToken(browser) };
    await store.start({ ...attempt, ...hashes }).catch((error: unknown) => {
      // Someone else has used the link, or the person was deleted, since it was found.
      if (!isForeignKeyViolation(error)) throw error;
      throw new AppError(attempt.linkId ? 'link_refused' : 'sign_in_ended');
    });
    cookie.write(reply, browser);
    return { browser, challenge };
  }

  /** Uses the attempt up, also if the reply turns out to be wrong. */
  async function finish(request: FastifyRequest, challengeHash: Buffer | null, purpose: Purpose) {
    const browser = cookie.read(request);
    const attempt =
      challengeHash && browser
        ? await store.finish({ attemptHash: challengeHash, browserHash: hashToken(browser), purpose })
        : undefined;
    if (!attempt || !browser) throw new AppError('sign_in_expired');
    return { ...attempt, browser };
  }

  return {
    /** Returns the challenge. */
    start: async (
      reply: FastifyReply,
      attempt: { purpose: 'passkey' | 'new-passkey' } & Beginning,
    ): Promise<string> => (await begin(reply, attempt)).challenge,

    finish,

    async startWithProvider(reply: FastifyReply, beginning: Beginning): Promise<ProviderAttempt> {
      const { browser, challenge } = await begin(reply, { ...beginning, purpose: 'provider' });
      return { ...providerSecrets(browser), state: challenge };
    },

    async finishWithProvider(request: FastifyRequest, state: string) {
      const { linkId, returnTo, browser } = await finish(request, hashToken(state), 'provider');
      const attempt: ProviderAttempt = { ...providerSecrets(browser), state };
      return { linkId, returnTo, attempt };
    },
  };
}
