import { defineFeature } from '../../platform/feature.ts';
import { organizationTables } from './organizations.tables.ts';

export const createOrganizations = () => defineFeature({ routes: [], tables: organizationTables });
