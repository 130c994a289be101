import type { Role } from '@warranty/contracts/access';
import type { ActorKind } from '@warranty/contracts/audit-actions';
import { installationOwner, type OwnerId } from './owner-id.ts';

/** Who makes a change. */
export interface Actor {
  kind: ActorKind;
  /** The user, person, access token or agent secret. */
  id: string | null;
  /** What an access token may do; null for everything that tokens could do before there were scopes. */
  scopes?: readonly string[] | null;
  /** Of a person in the organization that the request is about. Missing if there is none. */
  role?: Role;
  /** Whether the person signed in a short time ago. */
  isFresh?: boolean;
  /** Whether the request of a person says which organization it is about. */
  namesOrganization?: boolean;
}

/** Where a request comes from. */
export interface Client {
  /** Null for work that no request waits for. */
  ip: string | null;
  /** What limits and shares count it by (`clientKeyOf`). */
  key: string;
}

/** Who acts, for whom, and from where. Made by authenticators, and from the rows that jobs work on. */
export interface Caller {
  owner: OwnerId;
  actor: Actor;
  client: Client;
  requestId: string | null;
}

/** What an authenticator knows: the client and the request are added to it. */
export interface Identity extends Pick<Caller, 'owner' | 'actor'> {
  /** Whether the owner is an organization: its members take turns as one, wherever they are. */
  isOrganization?: boolean;
}

/** The person who acts; null for a browser, which is alone. */
export const personOf = ({ actor }: Pick<Caller, 'actor'>): string | null =>
  actor.kind === 'person' ? actor.id : null;

/** The installation at work for an owner, for example in a scheduled job. Counts as the client that the work came from, if any. */
export const systemCaller = (owner: OwnerId, clientKey: string = owner): Caller => ({
  owner,
  actor: { kind: 'system', id: null },
  client: { ip: null, key: clientKey },
  requestId: null,
});

/** An operator on the command line. */
export const commandCaller: Caller = {
  ...systemCaller(installationOwner),
  actor: { kind: 'command', id: null },
};
