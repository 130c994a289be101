import type { AccessToken } from '@warranty/contracts/access-tokens';

type Validity = Pick<AccessToken, 'isActive' | 'expiresAt' | 'createdBy'>;

const SOON_MS = 14 * 24 * 60 * 60 * 1000;

/** How the server treats the token now. An expired token cannot be reactivated, and one of a member who has left has stopped. */
export function tokenStatus({ isActive, expiresAt, createdBy }: Validity, now: Date) {
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) return 'expired';
  if (createdBy === null) return 'stopped';
  return isActive ? 'active' : 'inactive';
}

/** True if an active token expires within two weeks and should be replaced. */
export function endsSoon(token: Validity, now: Date): boolean {
  if (token.expiresAt === null || tokenStatus(token, now) !== 'active') return false;
  return Date.parse(token.expiresAt) - now.getTime() < SOON_MS;
}
