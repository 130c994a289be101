import { ownedTable, tableOfPeople } from '../../platform/ownership/stored-table.ts';

export const signInTables = [
  tableOfPeople({
    name: 'people',
    owner: 'itself',
    personColumn: 'id',
    readByMembers: true,
    bound: 'one per invitation that was used',
    deleted: 'with its row of `users`',
  }),
  tableOfPeople({ name: 'passkeys', bound: '10 per person', deleted: 'by the person' }),
  tableOfPeople({ name: 'identities', bound: 'one per person and identity provider' }),
  ownedTable({
    name: 'one_time_links',
    owner: 'an organization, or a person',
    personColumn: 'person_id',
    bound: '200 per organization; for a person, one per `sign-in-link`',
    deleted: 'when used; by an admin; when it has expired; with the membership of the admin who created it',
  }),
  tableOfPeople({
    name: 'sign_in_attempts',
    about: 'hashes',
    owner: 'none, or a person',
    bound: '30 a minute per IP address',
    deleted: 'when used; after 10 minutes',
  }),
];
