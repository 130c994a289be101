import { type IdentityProvider, startIdentityProvider } from '../../../harness/identity-provider.ts';

export { type Misbehavior, startIdentityProvider } from '../../../harness/identity-provider.ts';

let started: Promise<IdentityProvider> | undefined;

/** The same one for all tests of a process: it keeps nothing about an installation. */
export function identityProvider(): Promise<IdentityProvider> {
  started ??= startIdentityProvider();
  return started;
}

/** Settings for an installation in which people sign in with it, and with passkeys. */
export const providerSettings = async (): Promise<Record<string, string>> => ({
  ...(await identityProvider()).settings,
  PASSKEYS: 'on',
});
