import { actorKinds, auditActions } from '@warranty/contracts/audit-actions';
import { describe, expect, it } from 'vitest';
import { activitySentence, activitySource } from './activity-sentence.ts';

const sentence = (action: string, more: Partial<Parameters<typeof activitySentence>[0]> = {}) =>
  activitySentence({ action, outcome: 'done', details: {}, targetName: null, ...more });

describe('activitySentence', () => {
  it.each(auditActions)('is plain English for %s', (action) => {
    expect(sentence(action)).toMatch(/^[A-Z][A-Za-z ]{8,}$/);
  });

  it('is the name of an action of a newer server', () => {
    expect(sentence('organization.member_removed')).toBe('Organization member removed');
  });

  it('names the vendor and the key', () => {
    const details = { vendor: 'dell', keyType: 'client_secret' };
    expect(sentence('vendor_key.saved', { details })).toBe('Dell client secret saved');
    expect(sentence('vendor_key.deleted', { details: { vendor: 'hp', keyType: 'all' } })).toBe(
      'HP keys deleted',
    );
    expect(sentence('vendor_key.used', { details: { vendor: 'lenovo' } })).toBe('Lenovo keys used');
  });

  it('names a token that still exists, and what changed', () => {
    expect(sentence('token.revoked')).toBe('Access token revoked');
    const renamed = { targetName: 'Inventory', details: { change: 'renamed.deactivated' } };
    expect(sentence('token.updated', renamed)).toBe('Access token “Inventory” renamed and deactivated');
  });

  it('names members, and the roles they get', () => {
    const change = { change: 'viewer' };
    expect(sentence('member.role_changed', { targetName: 'Bert', details: change })).toBe(
      'Role of Bert changed to viewer',
    );
    expect(sentence('member.joined', { targetName: 'Bert', details: change })).toBe('Bert joined');
    expect(sentence('member.left')).toBe('Member left');
    expect(sentence('invitation.created', { details: change })).toBe(
      'Invitation for the role viewer created',
    );
  });

  it('tells a refused recovery code from one that worked', () => {
    expect(sentence('session.recovered')).toBe('Access restored with a recovery code');
    expect(sentence('session.recovered', { outcome: 'refused' })).toBe('Recovery code refused');
  });

  it('tells a vendor’s API from a custom URL', () => {
    expect(sentence('relay.called', { details: { vendor: 'dell' } })).toBe('Dell called from the API tester');
    expect(sentence('relay.called', { details: { operation: 'custom' } })).toBe(
      'Custom URL called from the API tester',
    );
  });
});

describe('activitySource', () => {
  it('names the token or agent', () => {
    expect(activitySource({ actorKind: 'token', actorName: 'Inventory' })).toBe('Access token “Inventory”');
    expect(activitySource({ actorKind: 'agent', actorName: 'Office' })).toBe('Agent “Office”');
    expect(activitySource({ actorKind: 'token', actorName: null })).toBe('Revoked access token');
  });

  it('names a person, if the server does', () => {
    expect(activitySource({ actorKind: 'person', actorName: 'Anna' })).toBe('Anna');
    expect(activitySource({ actorKind: 'person', actorName: null })).toBe('A former member');
  });

  it('is the kind of the actor otherwise', () => {
    const source = (actorKind: string) => activitySource({ actorKind, actorName: null });
    expect(['browser', 'command', 'system'].map(source)).toEqual(['Browser', 'Operator', 'This server']);
  });

  it.each(actorKinds)('is never empty: %s', (actorKind) => {
    expect(activitySource({ actorKind, actorName: null })).toMatch(/^[A-Z]/);
  });
});
