import type { Db } from '../platform/db/database.ts';
import { type Finding, judge } from '../platform/doctor/finding.ts';
import { hasTable } from '../platform/doctor/server-state.store.ts';
import { createOrganizationStore } from './organizations/organizations.store.ts';
import { createPasskeyStore } from './sign-in/passkeys.store.ts';
import { connectProvider, type ProviderSettings } from './sign-in/provider.ts';
import type { SignInMode } from './sign-in-mode.ts';

export interface SignInAddress {
  signIn: { mode: SignInMode; passkeys: boolean };
  publicUrl: string;
  oidc: ProviderSettings | null;
}

const maxNamed = 10;

const hostOf = ({ publicUrl }: Pick<SignInAddress, 'publicUrl'>) => new URL(publicUrl).hostname;

/** Settings with which passkeys cannot work are refused before. */
export async function checkSignIn({ signIn, publicUrl, oidc }: SignInAddress): Promise<Finding[]> {
  const { mode, passkeys } = signIn;
  if (mode === 'off') return [];
  const host = hostOf({ publicUrl });
  const where = host === 'localhost' ? ': people can sign in on this machine only' : '';
  const ways = [...(passkeys ? ['passkeys'] : []), ...(oidc ? [oidc.label] : [])].join(' and ');
  const found = judge('sign-in', `${mode} (SIGN_IN), with ${ways} for ${host} (PUBLIC_URL)${where}`);
  return [found, ...(oidc ? [await checkProvider(oidc, publicUrl)] : [])];
}

/** What has to be registered at the provider, and whether it replies. */
async function checkProvider(settings: ProviderSettings, publicUrl: string): Promise<Finding> {
  let reason = '';
  const provider = connectProvider(settings, {
    origin: new URL(publicUrl).origin,
    log: {
      warn: (details: { reason: string }) => {
        reason = details.reason;
      },
    },
    countBlocked: () => undefined,
  });
  const isReached = await provider.prepare().then(
    () => true,
    () => false,
  );
  const told = isReached ? 'replies' : `does not reply as OIDC_ISSUER should (${reason})`;
  const text = `${settings.issuer} ${told}; register there as the redirect URL: ${provider.redirectUrl}`;
  return judge('provider', text, false, !isReached);
}

/** What keeps people out, where they sign in. */
export async function checkAccounts(db: Db, { signIn, publicUrl }: SignInAddress): Promise<Finding[]> {
  // They come with a migration that may be pending.
  if (signIn.mode === 'off' || !(await hasTable(db, 'passkeys'))) return [];
  const passkeys = signIn.passkeys ? [await checkPasskeys(db, hostOf({ publicUrl }))] : [];
  return [await checkAdmins(db), ...passkeys];
}

async function checkAdmins(db: Db): Promise<Finding> {
  const handles = await createOrganizationStore(db).listWithoutAdmin();
  const [first] = handles;
  if (first === undefined) return judge('admins', 'every organization has one');
  const text = `no admin who may sign in: ${someOf(handles)}; let one in: appoint-admin ${first}`;
  return judge('admins', text, false, true);
}

async function checkPasskeys(db: Db, host: string): Promise<Finding> {
  const people = await createPasskeyStore(db).listPeopleElsewhere(host);
  if (people.length === 0) return judge('passkeys', `all are for ${host}`);
  const count = people.reduce((sum, { elsewhere }) => sum + elsewhere, 0);
  const lockedOut = people.filter(({ hasOneHere }) => !hasOneHere).map(({ username }) => username);
  const advice =
    lockedOut.length > 0
      ? `who needs a link (sign-in-link PERSON): ${someOf(lockedOut)}`
      : 'their people have others for it';
  return judge('passkeys', `${count} not for ${host}; ${advice}`, false, lockedOut.length > 0);
}

function someOf(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return names.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
