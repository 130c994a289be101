// POST /auth/oauth/v2/token: client credentials as Basic, in the form body or in the query.
import { json } from '../http.ts';
import type { TokenForm } from '../token.ts';

const LIFETIME_SECONDS = 3600;

export const TOKEN: TokenForm = {
  lifetimeSeconds: LIFETIME_SECONDS,
  inQuery: true,
  refuses: ({ secret }) => secret.includes('bad'),
  granted: { token_type: 'Bearer', expires_in: LIFETIME_SECONDS, scope: 'oob' },
  error: (status, error, text) => json(status, { error, error_description: text }),
};
