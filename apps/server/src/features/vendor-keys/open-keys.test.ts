import { expect, it } from 'vitest';
import { toOwnerId } from '../../platform/ownership/owner-id.ts';
import { createOpenKeys } from './open-keys.ts';

it('opens a value as one of the owner who asked, even if the row belongs to another', async () => {
  const foreign = {
    id: 'id',
    owner: toOwnerId('other'),
    vendor: 'dell',
    keyType: 'client_id',
    sealed: 'x',
  } as const;
  const openKeys = createOpenKeys({
    store: { listSealed: async () => [foreign] },
    sealing: { unseal: async (_, binding) => binding.join(' ') },
  });
  expect(await openKeys(toOwnerId('asking'), 'dell')).toEqual({ client_id: 'asking dell client_id id' });
});
