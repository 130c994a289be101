import { sql } from 'kysely';
import { sharedFigures } from '../../platform/db/shared-figures.ts';
import { installationOwner } from '../../platform/ownership/owner-id.ts';

interface OpenCircuits {
  vendorId: string;
  credentials: 'system' | 'own';
  count: number;
}

/**
 * Gates whose circuit is open: until a call succeeds, or until an hour without calls. Null if the database does not respond.
 */
export const countOpenCircuits = sharedFigures<OpenCircuits[]>(
  'vendor-circuits',
  sql`
    select coalesce(jsonb_agg(circuits), '[]') from (
      select split_part(credential, ':', -1) as "vendorId",
             case when owner = ${installationOwner} then 'system' else 'own' end as credentials,
             count(*) as count
        from vendor_gates
       where open_until > now() - interval '1 hour'
       group by 1, 2) as circuits`,
);
