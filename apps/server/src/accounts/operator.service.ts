import type { AuditAction } from '@warranty/contracts/audit-actions';
import { handlePattern } from '@warranty/contracts/organization';
import type { Audit } from '../platform/audit/audit.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { commandCaller } from '../platform/ownership/caller.ts';
import type { OwnerId } from '../platform/ownership/owner-id.ts';
import { isFreeHandle } from './organizations/handles.ts';
import type { MemberStore } from './organizations/members.store.ts';
import type { OrganizationStore } from './organizations/organizations.store.ts';
import type { SessionStore } from './session/session.store.ts';
import type { LinkService } from './sign-in/links.service.ts';
import type { PeopleStore } from './sign-in/people.store.ts';
import type { UsersStore } from './users/users.store.ts';

const adminLinkMinutes = 7 * 24 * 60;
const signInLinkMinutes = 15;

export interface OperatorDeps {
  db: Db;
  audit: Pick<Audit, 'record'>;
  users: UsersStore;
  organizations: OrganizationStore;
  members: MemberStore;
  people: PeopleStore;
  sessions: SessionStore;
  links: LinkService;
  enqueueErasure(payload: { owner: OwnerId }, tx: Tx): Promise<void>;
}

export type Operator = ReturnType<typeof createOperator>;

/** What the operator of the installation does by commands. Each change leaves an event of its owner. */
export function createOperator(deps: OperatorDeps) {
  const { db, audit, users, organizations, members, people, sessions, links, enqueueErasure } = deps;

  const change = <T>(owner: OwnerId, action: AuditAction, work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await audit.record(tx, { ...commandCaller, owner }, { action });
      return work(tx);
    });

  async function findOrganization(handle: string): Promise<OwnerId> {
    const found = await organizations.findByHandle(handle);
    if (found) return found;
    throw new OperatorError(
      `There is no organization with the handle ${handle}. list-organizations lists them.`,
    );
  }

  async function findPerson(username: string): Promise<{ id: OwnerId; name: string }> {
    const found = await people.findByUsername(username);
    if (found) return found;
    throw new OperatorError(`There is no person ${username}. list-people lists them with their names.`);
  }

  async function adminLink(tx: Tx, organization: OwnerId): Promise<string> {
    const target = { owner: organization, role: 'admin' } as const;
    return links.urlOf((await links.create(tx, target, { minutes: adminLinkMinutes })).secret);
  }

  return {
    /** Returns a link for its first admin. */
    createOrganization: (name: string, handle: string): Promise<string> =>
      db.transaction().execute(async (tx) => {
        if (!isFreeHandle(handle))
          throw new OperatorError(
            `The handle ${handle} must match ${handlePattern.source} and is not reserved.`,
          );
        const organization = await users.create(tx, 'organization', handle);
        if (!organization) throw new OperatorError(`The handle ${handle} is taken, or was in use before.`);
        await organizations.add(tx, organization, name);
        await audit.record(tx, { ...commandCaller, owner: organization }, { action: 'organization.created' });
        return adminLink(tx, organization);
      }),

    listOrganizations: organizations.listAll,
    listBrowsersWithCredentials: organizations.listBrowsersWithCredentials,

    /** Returns a link for someone who is not named. */
    async appointAdmin(handle: string, username: string | undefined): Promise<string | null> {
      const organization = await findOrganization(handle);
      if (username === undefined)
        return change(organization, 'invitation.created', (tx) => adminLink(tx, organization));
      const { id } = await findPerson(username);
      return change(organization, 'member.role_changed', async (tx) => {
        await members.lockAndCount(tx, organization);
        if (!(await members.add(tx, organization, id, 'admin')))
          await members.setRole(tx, organization, id, 'admin');
        return null;
      });
    },

    async setOrganizationSuspended(handle: string, isSuspended: boolean): Promise<void> {
      const organization = await findOrganization(handle);
      const action = isSuspended ? 'organization.suspended' : 'organization.resumed';
      await change(organization, action, (tx) => users.setSuspended(tx, organization, isSuspended));
    },

    /** Nothing of it can be used from now on; its rows are erased by a worker. */
    async deleteOrganization(handle: string): Promise<void> {
      const organization = await findOrganization(handle);
      await change(organization, 'organization.deleted', async (tx) => {
        await users.markDeleted(tx, organization);
        await enqueueErasure({ owner: organization }, tx);
      });
    },

    listPeople: people.listAll,

    /** Ends their sessions. Tokens that they answer for stop, too. */
    async setPersonSuspended(username: string, isSuspended: boolean): Promise<void> {
      const { id } = await findPerson(username);
      await change(id, isSuspended ? 'person.suspended' : 'person.resumed', async (tx) => {
        await users.setSuspended(tx, id, isSuspended);
        if (isSuspended) await sessions.endSessions(tx, id);
      });
    },

    /** For someone who lost their passkeys. */
    async signInLink(username: string): Promise<string> {
      const { id } = await findPerson(username);
      return change(id, 'sign_in_link.created', async (tx) => {
        const { secret } = await links.create(tx, { person: id }, { minutes: signInLinkMinutes });
        return links.urlOf(secret);
      });
    },

    /** Ends all sessions of a person, or of everyone. Returns how many. */
    async signOut(username: string | 'everyone'): Promise<number> {
      if (username === 'everyone')
        return change(commandCaller.owner, 'person.signed_out', (tx) => sessions.endAllOfPeople(tx));
      const { id } = await findPerson(username);
      return change(id, 'person.signed_out', (tx) => sessions.endSessions(tx, id));
    },
  };
}
