import type { FastifyReply, FastifyRequest } from 'fastify';
import { isForeignKeyViolation } from '../../platform/db/violations.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Cookie, createCookie } from '../../platform/http/cookie.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import type { Attempt, AttemptStore } from './attempts.store.ts';
import { attemptMinutes } from './sign-in.limits.ts';

type Purpose = Attempt['purpose'];

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * What a sign-in has to come back with: the challenge that was given out, and the cookie of the browser that it was given to. So
 * a reply that another browser made opens no session.
 */
export function createAttempts(store: AttemptStore, { https }: { https: boolean }) {
  const cookie: Cookie = createCookie('warranty_attempt', { https, maxAgeSeconds: attemptMinutes * 60 });
  return {
    /** Returns the challenge. */
    async start(
      reply: FastifyReply,
      attempt: { purpose: Purpose; personId?: OwnerId; linkId?: string },
    ): Promise<string> {
      // Never a value that the browser sends: someone else could have put it there.
      const [browser, challenge] = [newToken(), newToken()];
      const hashes = { attemptHash: hashToken(challenge), browserHash: hashToken(browser) };
      await store.start({ ...attempt, ...hashes }).catch((error: unknown) => {
        // Someone else has used the link, or the person was deleted, since it was found.
        if (!isForeignKeyViolation(error)) throw error;
        throw new AppError(attempt.linkId ? 'link_refused' : 'sign_in_ended');
      });
      cookie.write(reply, browser);
      return challenge;
    },

    /** Uses the attempt up, also if the reply turns out to be wrong. */
    async finish(request: FastifyRequest, challengeHash: Buffer | null, purpose: Purpose) {
      const browser = cookie.read(request);
      const attempt =
        challengeHash && browser
          ? await store.finish({ attemptHash: challengeHash, browserHash: hashToken(browser), purpose })
          : undefined;
      if (!attempt) throw new AppError('sign_in_expired');
      return attempt;
    },
  };
}
