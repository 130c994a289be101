import { describe, expect, it } from 'vitest';
import {
  type CallerRights,
  forAdmins,
  forAnyIdentity,
  forChangingRuns,
  forLookups,
  forMembers,
  forPeople,
  forViewers,
  type Guard,
  type roles,
  scopes,
  verdict,
} from './access.ts';

const browser: CallerRights = { actor: { kind: 'browser' } };
const agent: CallerRights = { actor: { kind: 'agent' } };
const token = (...granted: string[]): CallerRights => ({ actor: { kind: 'token', scopes: granted } });
const oldToken: CallerRights = { actor: { kind: 'token', scopes: null } };
const person = (role: (typeof roles)[number] | null, isFresh = false): CallerRights => ({
  actor: { kind: 'person', ...(role && { role }), isFresh },
});
const open: Guard = { access: 'public' };
const forAgents: Guard = { access: 'agent' };

describe('a call', () => {
  it.each<[string, Guard, CallerRights | null, string | null]>([
    ['to a public endpoint', open, null, null],
    ['of an agent', forAgents, agent, null],
    ['of a browser as an agent', forAgents, browser, 'agent_secret_refused'],
    ['without a credential, as an agent', forAgents, null, 'agent_secret_refused'],
    ['without a credential', forViewers, null, 'no_session'],
    ['of an agent elsewhere', forLookups, agent, 'token_refused'],
    ['of a browser, its own admin', { ...forAdmins, fresh: true, browserOnly: true }, browser, null],
    ['of a token to a session-only endpoint', forViewers, token(...scopes), 'session_only'],
    ['of a token with its scope', forLookups, token('lookup'), null],
    ['of a token with other scopes', forChangingRuns, token('lookup', 'runs:read'), 'scope_missing'],
    ['of a token without any', forLookups, token(), 'scope_missing'],
    ['of a token from before there were scopes', forChangingRuns, oldToken, null],
    [
      'of a person to what only browsers have',
      { ...forAdmins, browserOnly: true },
      person('admin'),
      'browser_only',
    ],
    ['of a person without an organization', forViewers, person(null), 'organization_needed'],
    [
      'of a person about an organization of others',
      forViewers,
      { actor: { kind: 'person', namesOrganization: true } },
      'organization_unknown',
    ],
    ['of a browser about itself', forAnyIdentity, browser, null],
    ['of a person about itself', forAnyIdentity, person(null), null],
    ['of a token about itself', forAnyIdentity, token(...scopes), 'session_only'],
    ['of a browser to what only people have', forPeople, browser, 'sign_in_needed'],
    ['of a token to what only people have', forPeople, token(...scopes), 'session_only'],
    ['of a person without an organization, to that', forPeople, person(null), null],
    ['of a person who signed in long ago', { ...forPeople, fresh: true }, person(null), 'sign_in_again'],
    ['of a person who signed in just now', { ...forPeople, fresh: true }, person(null, true), null],
    ['of a viewer who reads', forViewers, person('viewer'), null],
    ['of a viewer who changes', forMembers, person('viewer'), 'role_too_low'],
    ['of a member as an admin', forAdmins, person('member'), 'role_too_low'],
    ['of an admin', forAdmins, person('admin'), null],
    ['of an admin who signed in long ago', { ...forAdmins, fresh: true }, person('admin'), 'sign_in_again'],
    ['of an admin who signed in just now', { ...forAdmins, fresh: true }, person('admin', true), null],
    ['of an installation at work', forLookups, { actor: { kind: 'system' } }, null],
  ])('%s', (_, guard, caller, expected) => {
    expect(verdict(guard, caller)).toBe(expected);
  });
});

it('a token from before there were scopes gets none that come later', () => {
  const later = { access: 'session-or-bearer', role: 'viewer', scope: 'devices:read' } as unknown as Guard;
  expect(verdict(later, oldToken)).toBe('scope_missing');
});
