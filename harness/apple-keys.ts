import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.ts';

/** The only API account whose signatures the simulator verifies. */
export const appleKeys = {
  client_id: 'BUSINESSAPI.7e57ab1e-0000-4000-8000-00000000000b',
  key_id: '7e57ab1e-0000-4000-8000-000000000001',
  private_key: readFileSync(join(root, 'apps/vendor-sim/src/apple/test-key.pem'), 'utf8'),
};
