import { hash, randomBytes } from 'node:crypto';

/** 256 random bits for a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. Tokens have enough entropy, so a slow hash would add nothing. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
