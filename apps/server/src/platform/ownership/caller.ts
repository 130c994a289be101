import type { ActorKind } from '@warranty/contracts/audit-actions';
import { installationOwner, type OwnerId } from './owner-id.ts';

/** Who makes a change. */
export interface Actor {
  kind: ActorKind;
  /** The user, access token or agent secret. */
  id: string | null;
  /** What an access token may do; null for everything that tokens could do before there were scopes. */
  scopes?: readonly string[] | null;
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
export type Identity = Pick<Caller, 'owner' | 'actor'>;

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
