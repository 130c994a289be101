import type { AccessToken } from '@warranty/contracts/access-tokens';

export type TokenStatus = 'active' | 'inactive' | 'expired';

const SOON_MS = 14 * 24 * 60 * 60 * 1000;

/** What the server does with the token now. An expired one cannot be switched on again. */
export function tokenStatus({ isActive, expiresAt }: AccessToken, now: Date): TokenStatus {
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) return 'expired';
  return isActive ? 'active' : 'inactive';
}

/** Whoever uses it should be given a new one: it works, and ends within two weeks. */
export function endsSoon(token: AccessToken, now: Date): boolean {
  if (token.expiresAt === null || tokenStatus(token, now) !== 'active') return false;
  return Date.parse(token.expiresAt) - now.getTime() < SOON_MS;
}
