import { ownedTable, sharedTable } from '../../platform/ownership/stored-table.ts';

export const sessionTables = [
  ownedTable({
    name: 'users',
    owner: 'itself; one is the installation, which is never deleted',
    ownerColumn: 'id',
    readByMembers: true,
    bound: '`NEW_SESSIONS_PER_HOUR` per IP address',
    deleted: 'on "Forget this browser"',
    retention: {
      setting: 'USER_IDLE_DAYS',
      column: 'last_used_at',
      since: 'the last use',
      job: 'session.sweep',
    },
  }),
  ownedTable({
    name: 'sessions',
    bound: 'one per new user, and one per use of a recovery code',
    deleted: 'after 180 days; by the owner; on recovery',
    retention: {
      ...{ setting: 'SESSION_IDLE_DAYS', column: 'last_used_at', since: 'the last use' },
      job: 'session.sweep',
    },
  }),
  ownedTable({ name: 'recovery_codes', bound: 'one per owner', deleted: 'when used or replaced' }),
  sharedTable({
    name: 'retired_usernames',
    owner: 'none: a hash',
    bound: 'one row of 32 bytes per deleted user',
    deleted: 'never, so that no name is given to a second user',
  }),
];
