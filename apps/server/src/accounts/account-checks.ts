import type { Db } from '../platform/db/database.ts';
import { type Finding, judge } from '../platform/doctor/finding.ts';
import { hasTable } from '../platform/doctor/server-state.store.ts';
import { createOrganizationStore } from './organizations/organizations.store.ts';
import { createPasskeyStore } from './sign-in/passkeys.store.ts';
import type { HasSignIn } from './sign-in-mode.ts';

export interface SignInAddress extends HasSignIn {
  publicUrl: string;
}

const maxNamed = 10;

const hostOf = ({ publicUrl }: Pick<SignInAddress, 'publicUrl'>) => new URL(publicUrl).hostname;

/** Settings with which passkeys cannot work are refused before. */
export function checkSignInAddress({ signIn: { mode }, publicUrl }: SignInAddress): Finding[] {
  if (mode === 'off') return [];
  const host = hostOf({ publicUrl });
  const where = host === 'localhost' ? ': people can sign in on this machine only' : '';
  return [judge('sign-in', `${mode} (SIGN_IN), with passkeys for ${host} (PUBLIC_URL)${where}`)];
}

/** What keeps people out, where they sign in. */
export async function checkAccounts(db: Db, { signIn, publicUrl }: SignInAddress): Promise<Finding[]> {
  // They come with a migration that may be pending.
  if (signIn.mode === 'off' || !(await hasTable(db, 'passkeys'))) return [];
  return [await checkAdmins(db), await checkPasskeys(db, hostOf({ publicUrl }))];
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
