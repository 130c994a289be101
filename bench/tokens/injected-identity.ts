import { registerHooks } from 'node:module';

// Loaded before the product: who calls is taken from a header instead of the token, so that a run with it measures
// everything but the tokens. The product itself has no such switch.
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
