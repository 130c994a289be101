import type { AuditAction } from '@warranty/contracts/audit-actions';
import type { AuditEvent } from '@warranty/contracts/audit-events';
import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { type KeyType, keyNames } from '@warranty/contracts/vendors/vendor';

type EventFacts = Pick<AuditEvent, 'action' | 'outcome' | 'details' | 'targetName'>;

/** For names that a newer server uses: `recovery_code.created` is "Recovery code created". */
const toWords = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll(/[._]/g, ' ');

const quote = (name: string | null) => (name === null ? '' : ` “${name}”`);

const vendorName = (id: string | undefined) =>
  vendorsWithKeys.find((vendor) => vendor.id === id)?.name ?? id ?? 'Vendor';

function keyOf({ vendor, keyType }: EventFacts['details']): string {
  return `${vendorName(vendor)} ${keyNames[keyType as KeyType] ?? 'keys'}`;
}

const token = (done: string) => (event: EventFacts) => `Access token${quote(event.targetName)} ${done}`;
const secret = (done: string) => (event: EventFacts) => `Agent secret${quote(event.targetName)} ${done}`;
const key = (done: string) => (event: EventFacts) => `${keyOf(event.details)} ${done}`;
const member = (done: string) => (event: EventFacts) => `${event.targetName ?? 'Member'} ${done}`;
/** The new role, in the words of the contract. */
const asRole = (before: string, { change }: EventFacts['details']) => (change ? ` ${before} ${change}` : '');
const always = (sentence: string) => () => sentence;

/** Those that their names do not say well enough. */
const sentences: Partial<Record<AuditAction, (event: EventFacts) => string>> = {
  'session.created': always('Browser session started'),
  'session.recovered': ({ outcome }) =>
    outcome === 'done' ? 'Access restored with a recovery code' : 'Recovery code refused',
  'session.ended': always('Browser session ended'),
  'session.forgotten': always('Browser forgotten and all data deleted'),
  'person.signed_in': ({ outcome }) => (outcome === 'done' ? 'Signed in' : 'Sign-in refused'),
  'person.signed_out': always('Signed out'),
  'passkey.created': always('Passkey added'),
  'passkey.deleted': always('Passkey deleted'),
  'member.joined': ({ targetName }) => (targetName ? `${targetName} joined` : 'A new member joined'),
  'member.role_changed': ({ targetName, details }) =>
    `Role of ${targetName ?? 'a member'} changed${asRole('to', details)}`,
  'member.removed': member('removed'),
  'member.left': member('left'),
  'invitation.created': ({ details }) => `Invitation${asRole('for the role', details)} created`,
  'user.expired': always('All data deleted because it was not used'),
  'vendor_key.saved': key('saved'),
  'vendor_key.tested': key('tested'),
  'vendor_key.used': key('used'),
  'vendor_key.deleted': key('deleted'),
  'token.created': token('created'),
  'token.updated': (event) => token(event.details.change?.replaceAll('.', ' and ') ?? 'changed')(event),
  'token.revoked': token('revoked'),
  'token.taken_over': token('taken over'),
  'agent_secret.created': secret('created'),
  'agent_secret.released': secret('released from its agent'),
  'agent_secret.revoked': secret('revoked'),
  'discovery.received': always('Network scan received'),
  'discovery.looked_up': always('Devices of a network scan looked up'),
  'run.created': always('Bulk run created'),
  'run.uploaded': always('File of a bulk run uploaded'),
  'run.canceled': always('Bulk run canceled'),
  'run.retried': always('Bulk run retried'),
  'run.resumed': always('Bulk run resumed'),
  'run.deleted': always('Bulk run deleted'),
  'run.progress_deleted': always('Progress of a bulk run deleted'),
  'run.downloaded': always('Results of a bulk run downloaded'),
  'relay.called': ({ details: { vendor } }) =>
    vendor ? `${vendorName(vendor)} called from the API tester` : 'Custom URL called from the API tester',
  'budget.exhausted': always('Budget of vendor calls used up'),
  'audit.downloaded': always('Activity downloaded'),
  'command.key_rotated': always('Stored keys encrypted with new keys'),
  'command.audit_read': always('Activity of all users read'),
  'command.backup_created': always('All data backed up'),
  'command.backup_restored': always('All data restored from a backup'),
  'command.doctor_run': always('Installation checked'),
};

/** What happened, for example "Dell client secret saved". */
export const activitySentence = (event: EventFacts): string =>
  sentences[event.action as AuditAction]?.(event) ?? toWords(event.action);

/** From where, for example "Access token “Inventory”". */
export function activitySource({
  actorKind,
  actorName,
}: Pick<AuditEvent, 'actorKind' | 'actorName'>): string {
  if (actorKind === 'token')
    return actorName === null ? 'Revoked access token' : `Access token${quote(actorName)}`;
  if (actorKind === 'agent') return actorName === null ? 'Revoked agent secret' : `Agent${quote(actorName)}`;
  if (actorKind === 'system') return 'This server';
  if (actorKind === 'person') return actorName ?? 'A former member';
  return actorKind === 'command' ? 'Operator' : toWords(actorKind);
}
