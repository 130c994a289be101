import { ownedTable, partOf } from '../../platform/ownership/stored-table.ts';

export const accessTokenTables = [
  ownedTable({
    name: 'external_api_tokens',
    ownerColumn: 'user_id',
    bound: '`ACCESS_TOKENS_PER_USER`',
    deleted: 'by the owner',
    quota: {
      ...{ id: 'access-tokens', label: 'Access tokens', max: 'ACCESS_TOKENS_PER_USER' },
      note: 'Freed when you revoke a token.',
    },
  }),
  partOf('token', { name: 'access_token_windows', bound: 'one per token' }),
];
