import type { Db, Pool } from '../platform/db/database.ts';
import { createOperator } from './operator.service.ts';
import { createOrganizations } from './organizations/organizations.ts';
import { createSessionStore } from './session/session.store.ts';
import { createSession, type SessionDeps } from './session/session.ts';
import { createSignIn, type SignInDeps } from './sign-in/sign-in.ts';
import { createUsersStore } from './users/users.store.ts';

export interface AccountsDeps
  extends Omit<SignInDeps, 'users' | 'sessions'>,
    Omit<SessionDeps, 'users' | 'store' | 'signedIn' | 'https' | 'audit' | 'limits'> {
  db: Db;
  pool: Pool;
}

/** Who uses the product: browsers, people and organizations. */
export function createAccounts(deps: AccountsDeps) {
  const { db, pool, publicOrigin } = deps;
  const [users, sessions] = [createUsersStore(db), createSessionStore(db, pool)];
  const signIn = createSignIn({ ...deps, users, sessions });
  const session = createSession({
    ...deps,
    users,
    store: sessions,
    signedIn: { ...signIn.people, describe: signIn.describe },
    https: publicOrigin.https,
  });
  const organizations = createOrganizations({ ...deps, ...signIn.forOrganizations, users });
  const operator = createOperator({
    ...deps,
    ...signIn.forOrganizations,
    ...{ users, sessions, organizations: organizations.store, people: signIn.peopleStore },
    enqueueErasure: session.enqueueErasure,
  });
  return { session, signIn, organizations, operator };
}
