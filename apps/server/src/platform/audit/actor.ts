import type { ActorKind } from '@warranty/contracts/audit-actions';

/** Who makes a change. */
export interface Actor {
  kind: ActorKind;
  /** The user, access token or agent secret. */
  id: string | null;
  /** Whose data it is; null for the installation's. */
  owner: string | null;
  requestId: string | null;
  /** The IP address, of which only a hash is stored. */
  address: string | null;
}

const noRequest = { id: null, requestId: null, address: null };

/** The installation itself, for example a scheduled job. */
export const systemActor = (owner: string): Actor => ({ kind: 'system', owner, ...noRequest });

/** An operator on the command line. */
export const commandActor: Actor = { kind: 'command', owner: null, ...noRequest };
