/** What an audit event can tell. `session.recovered` and `budget.exhausted` also occur as refused. */
export const auditActions = [
  'session.created',
  'session.recovered',
  'session.ended',
  'session.forgotten',
  'user.expired',
  'recovery_code.created',
  'vendor_key.saved',
  'vendor_key.tested',
  'vendor_key.used',
  'vendor_key.deleted',
  'token.created',
  'token.updated',
  'token.revoked',
  'agent_secret.created',
  'agent_secret.released',
  'agent_secret.revoked',
  'discovery.received',
  'discovery.looked_up',
  'run.created',
  'run.uploaded',
  'run.canceled',
  'run.retried',
  'run.resumed',
  'run.deleted',
  'run.progress_deleted',
  'run.downloaded',
  'relay.called',
  'budget.exhausted',
  'audit.downloaded',
  'command.key_rotated',
  'command.audit_read',
  'command.backup_created',
  'command.backup_restored',
  'command.doctor_run',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditOutcomes = ['done', 'refused'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export const actorKinds = ['browser', 'person', 'token', 'agent', 'operator', 'system', 'command'] as const;
export type ActorKind = (typeof actorKinds)[number];
