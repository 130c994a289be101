import { ownedTable } from '../../platform/ownership/stored-table.ts';

export const organizationTables = [
  ownedTable({
    name: 'organizations',
    owner: 'itself',
    ownerColumn: 'id',
    readByMembers: true,
    bound: 'one per `create-organization`',
    deleted: 'with its row of `users`',
  }),
  ownedTable({
    name: 'memberships',
    personColumn: 'person_id',
    bound: '1,000 per organization',
    deleted: 'by an admin; by the member',
  }),
];
