import type { Audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { LinkService } from '../sign-in/links.service.ts';
import type { LinkStore } from '../sign-in/one-time-links.store.ts';
import type { HasSignIn } from '../sign-in-mode.ts';
import type { UsersStore } from '../users/users.store.ts';
import type { MemberStore } from './members.store.ts';
import { organizationRoutes } from './organizations.routes.ts';
import { createOrganizationService } from './organizations.service.ts';
import { createOrganizationStore } from './organizations.store.ts';
import { organizationTables } from './organizations.tables.ts';

export interface OrganizationsDeps extends HasSignIn {
  db: Db;
  audit: Pick<Audit, 'record'>;
  users: UsersStore;
  members: MemberStore;
  links: LinkService;
  linkStore: LinkStore;
}

export function createOrganizations({ db, signIn, ...deps }: OrganizationsDeps) {
  const store = createOrganizationStore(db);
  const service = createOrganizationService({ ...deps, store });
  return defineFeature({
    routes: signIn.mode === 'off' ? [] : organizationRoutes(service),
    tables: organizationTables,
    store,
  });
}
