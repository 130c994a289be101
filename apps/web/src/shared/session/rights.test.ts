import { createBulkRun } from '@warranty/contracts/bulk-lookup';
import { createInvitation } from '@warranty/contracts/organization';
import { deletePasskey } from '@warranty/contracts/passkeys';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { describe, expect, it } from 'vitest';
import { isTooLow } from './rights.ts';

describe('a role is too low', () => {
  it.each([
    ['lookups', lookupWarranty, []],
    ['starting a run', createBulkRun, ['viewer']],
    ['inviting', createInvitation, ['viewer', 'member']],
    ['what people do for themselves', deletePasskey, []],
  ])('for %s', (_, endpoint, low) => {
    const roles = ['viewer', 'member', 'admin'];
    expect(roles.filter((role) => isTooLow(endpoint, role))).toEqual(low);
  });

  it('is never said of a role of a later version', () => {
    expect(isTooLow(createInvitation, 'auditor')).toBe(false);
  });
});
