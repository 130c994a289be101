import type { ActorKind } from './audit-actions.ts';
import type { ErrorCode } from './core/errors.ts';

/** What a member of an organization may do, from the least to the most. A browser is its own admin. */
export const roles = ['viewer', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Later versions may have more roles. */
export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);

/** What an access token may do, with a label for the dialog that generates one. */
export const scopeLabels = {
  lookup: 'Look up devices, photos and purchase dates',
  'runs:read': 'Read bulk runs and their results',
  'runs:write': 'Start, change and delete bulk runs',
  'discoveries:read': 'Read what network agents have found',
} as const;
export type Scope = keyof typeof scopeLabels;
export const scopes = Object.keys(scopeLabels) as [Scope, ...Scope[]];

/** What a token may do that was created before there were scopes. Scopes of later endpoints are never added. */
export const firstScopes: readonly Scope[] = ['lookup', 'runs:read', 'runs:write', 'discoveries:read'];

/** Who may call an endpoint. */
export type Guard =
  | { readonly access: 'public' }
  | { readonly access: 'agent' }
  /** Browsers and people, about themselves: whether they act in an organization does not matter. */
  | { readonly access: 'identity' }
  | {
      /** People alone, about themselves. */
      readonly access: 'person';
      readonly fresh?: true;
    }
  | {
      readonly access: 'session';
      /** The least role that may call. */
      readonly role: Role;
      /** Does not exist for people. */
      readonly browserOnly?: true;
      /** About organizations, which browsers are not in. */
      readonly peopleOnly?: true;
      /** A person must have signed in a short time ago. */
      readonly fresh?: true;
    }
  | {
      readonly access: 'session-or-bearer';
      readonly role: Role;
      /** What a token needs. */
      readonly scope: Scope;
    };

export type Access = Guard['access'];

export const forLookups = { access: 'session-or-bearer', role: 'viewer', scope: 'lookup' } as const;
export const forReadingRuns = { access: 'session-or-bearer', role: 'viewer', scope: 'runs:read' } as const;
export const forChangingRuns = { access: 'session-or-bearer', role: 'member', scope: 'runs:write' } as const;
export const forReadingScans = {
  access: 'session-or-bearer',
  role: 'viewer',
  scope: 'discoveries:read',
} as const;
export const forAnyIdentity = { access: 'identity' } as const;
export const forPeople = { access: 'person' } as const;
export const forViewers = { access: 'session', role: 'viewer' } as const;
export const forMembers = { access: 'session', role: 'member' } as const;
export const forAdmins = { access: 'session', role: 'admin' } as const;

/** What is known about an authenticated caller. */
export interface CallerRights {
  readonly actor: {
    readonly kind: ActorKind;
    /** Of a token. Null if it was created before there were scopes. */
    readonly scopes?: readonly string[] | null;
    /** Of a person, in the organization that the call is about. Missing if there is no such organization. */
    readonly role?: Role;
    /** Whether the person's call says which organization it is about. */
    readonly namesOrganization?: boolean;
    /** Whether a person signed in a short time ago. */
    readonly isFresh?: boolean;
  };
}

/** The error for a call that is not allowed, null for one that is. The caller is null if it is not authenticated. */
export function verdict(guard: Guard, caller: CallerRights | null): ErrorCode | null {
  if (guard.access === 'public') return null;
  const kind = caller?.actor.kind;
  if (guard.access === 'agent') return kind === 'agent' ? null : 'agent_secret_refused';
  if (!caller) return 'no_session';
  if (kind === 'agent') return 'token_refused';
  if (kind === 'token') return verdictOnToken(guard, caller);
  if (kind === 'person') return verdictOnPerson(guard, caller);
  const isForPeople = guard.access === 'person' || ('peopleOnly' in guard && guard.peopleOnly);
  return isForPeople ? 'sign_in_needed' : null;
}

type ForUsers = Exclude<Guard, { access: 'public' | 'agent' }>;

function verdictOnToken(guard: ForUsers, { actor }: CallerRights): ErrorCode | null {
  if (guard.access !== 'session-or-bearer') return 'session_only';
  return (actor.scopes ?? firstScopes).includes(guard.scope) ? null : 'scope_missing';
}

function verdictOnPerson(guard: ForUsers, { actor }: CallerRights): ErrorCode | null {
  const isTooOld = 'fresh' in guard && guard.fresh && !actor.isFresh;
  if ('role' in guard) {
    if ('browserOnly' in guard && guard.browserOnly) return 'browser_only';
    if (!actor.role) return actor.namesOrganization ? 'organization_unknown' : 'organization_needed';
    if (roles.indexOf(actor.role) < roles.indexOf(guard.role)) return 'role_too_low';
  }
  return isTooOld ? 'sign_in_again' : null;
}
