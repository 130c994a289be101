import type { KeyType } from '@warranty/contracts/vendors';

/** As a label. */
export const keyLabels: Record<KeyType, string> = {
  client_id: 'Client ID',
  client_secret: 'Client secret',
  api_key: 'API key',
};

/** Within a sentence. */
export const keyNouns: Record<KeyType, string> = {
  client_id: 'client ID',
  client_secret: 'client secret',
  api_key: 'API key',
};
