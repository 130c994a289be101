import { ownedTable } from '../../platform/ownership/stored-table.ts';

export const organizationTables = [
  ownedTable({
    name: 'organizations',
    owner: 'itself',
    ownerColumn: 'id',
    bound: 'none is created yet',
    deleted: 'with its row of `users`',
  }),
  ownedTable({ name: 'memberships', personColumn: 'person_id', bound: 'one per person and organization' }),
];
