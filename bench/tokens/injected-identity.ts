import { registerHooks } from 'node:module';

// Preloaded into the product: takes the caller from a header instead of the token, so that a run measures everything except
// token authentication. The product itself has no such switch.
const authenticator = `
export const tokenAuthenticator = () => async ({ headers }) => {
  const [userId, username] = headers['x-bench-owner'].split(' ');
  return { userId, username };
};`;

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('/access-tokens/token-authenticator.ts')) return nextLoad(url, context);
    return { format: 'module', source: authenticator, shortCircuit: true };
  },
});
