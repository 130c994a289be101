import { type CallerRights, forAnyIdentity, type Guard, verdict } from '@warranty/contracts/access';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import type { ErrorCode } from '@warranty/contracts/core/errors';
import { recoverSession, startSession } from '@warranty/contracts/session';
import type { SignInMode } from '../src/accounts/sign-in-mode.ts';

/** What decides about a caller. */
export interface KnownCaller {
  /** Whose proof it presents. */
  of: 'browser' | 'person' | 'organization';
  /** Whether the proof is a token or a secret, and not a cookie. */
  isBearer: boolean;
  /** What it may do where sign-in is optional. */
  rights: CallerRights | null;
  /** The error for a caller without rights, unless an agent is expected. */
  absent: ErrorCode;
}

type Rights = Pick<KnownCaller, 'rights' | 'absent'>;

/** What a caller may do in this mode. */
export function rightsIn(mode: SignInMode, caller: KnownCaller): Rights {
  // Their cookie is not read.
  if (mode === 'off' && caller.of === 'person') return { rights: null, absent: 'no_session' };
  if (mode === 'required' && caller.of === 'browser')
    return { rights: null, absent: caller.isBearer ? 'token_refused' : 'sign_in_needed' };
  return caller;
}

/** Where no one signs in, these are unknown addresses. */
export const isAboutPeople = (endpoint: Endpoint): boolean =>
  endpoint.group === 'Sign-in' || endpoint.access === 'person' || 'peopleOnly' in endpoint;

function refusalBy(guard: Guard, { rights, absent }: Rights): ErrorCode | null {
  const code = verdict(guard, rights);
  return code === 'no_session' ? absent : code;
}

/** The error that the caller gets; null if its request is accepted. */
export function refusalOf(mode: SignInMode, endpoint: Endpoint, caller: KnownCaller): ErrorCode | null {
  const known = rightsIn(mode, caller);
  if (mode === 'off' && isAboutPeople(endpoint)) return 'not_found';
  if (mode === 'required' && endpoint === recoverSession) return 'sign_in_needed';
  // A page that starts asks who is signed in. A token, which no page sends, does not say that.
  if (mode === 'required' && endpoint === startSession)
    return caller.isBearer ? 'sign_in_needed' : refusalBy(forAnyIdentity, known);
  return refusalBy(endpoint, known);
}
