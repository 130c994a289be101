// A tree that obeys every rule, as file path to lines of text.

const SERVER = 'apps/server/src';
const FEATURES = `${SERVER}/features`;
const WEB = 'apps/web/src';

export const ALLOWED: Record<string, string[]> = {
  'vitest.config.ts': [`import { defineConfig } from 'vitest/config';`, `import './harness/database.ts';`],
  'packages/contracts/src/session.ts': [`import { z } from 'zod/mini';`, `import './errors.ts';`],
  'packages/contracts/src/session.test.ts': [
    `import 'vitest';`,
    `import 'node:fs';`,
    `import './session.ts';`,
  ],
  'packages/domain/src/csv.ts': [`import './status.ts';`, `import '@warranty/contracts/session';`],
  'packages/domain/src/csv.test.ts': [`import '../../../harness/machine-speed.ts';`],
  'packages/connectors/src/dell/index.ts': [
    `import 'zod';`,
    `import '@warranty/domain/status';`,
    `import 'node:crypto';`,
    `export const ask = (d) => d.fetch('x');`,
  ],
  [`${SERVER}/main.ts`]: [
    `import './app.ts';`,
    `import './deps.ts';`,
    `import './config/config.ts';`,
    `import './features/agents/agents.ts';`,
  ],
  [`${SERVER}/app.ts`]: [
    `import './features/agents/agents.ts';`,
    `import './platform/http/http.ts';`,
    `import './config/config.ts';`,
  ],
  [`${SERVER}/deps.ts`]: [
    `import type { Kysely } from 'kysely';`,
    `import '@warranty/connectors';`,
    `import './config/config.ts';`,
  ],
  [`${SERVER}/config/config.ts`]: ['export const port = process.env.PORT;'],
  [`${SERVER}/platform/db/db.ts`]: [
    `import pg from 'pg';`,
    `import { connect } from 'node:net';`,
    `import '../http/http.ts';`,
  ],
  [`${SERVER}/platform/http/http.ts`]: [`import { createServer } from 'node:http';`],
  [`${SERVER}/platform/outbound/outbound.ts`]: [
    `import 'undici';`,
    `import 'node:tls';`,
    `await fetch('http://a');`,
  ],
  [`${FEATURES}/agents/agents.ts`]: [
    `import './agents.routes.ts';`,
    `import '../warranty/warranty.ts';`,
    `import '../../platform/db/db.ts';`,
  ],
  [`${FEATURES}/agents/agents.routes.ts`]: [
    `import type { Agents } from './agents.service.ts';`,
    `import type { ServerResponse } from 'node:http';`,
  ],
  [`${FEATURES}/agents/agents.service.ts`]: [
    `import './agents.store.ts';`,
    `import { isIP } from 'node:net';`,
    'type Send = typeof fetch;',
  ],
  [`${FEATURES}/agents/agents.store.ts`]: [
    `import { sql } from 'kysely';`,
    'sql`select 1 from runs for update skip locked`;',
    'sql`insert into scans values (1) on conflict do update set a = 1`;',
    `db.insertInto('scans');`,
    'sql`delete from scans`.execute(db);',
    "db.selectFrom('scans').where(sql<boolean>`a > 1`).execute();",
  ],
  [`${FEATURES}/agents/agents.db.test.ts`]: [
    `import 'pg';`,
    `import '../../app.ts';`,
    `import '../../../test/db.ts';`,
    `import '../warranty/warranty.store.ts';`,
    'await fetch(process.env.URL);',
  ],
  [`${FEATURES}/warranty/warranty.ts`]: [`import './warranty.store.ts';`],
  [`${FEATURES}/warranty/warranty.store.ts`]: [
    'sql`update runs set a = 1`;',
    'sql`insert into runs values (1) on conflict do update set a = 1`;',
    'sql`select * from scans for update skip locked`;',
  ],
  [`${FEATURES}/warranty/warranty.db.test.ts`]: [`import '../agents/agents.ts';`],
  [`${SERVER}/platform/db/db.db.test.ts`]: [`import '../../config/config.ts';`],
  'apps/server/test/db.ts': [`import '../src/app.ts';`, `import 'pg';`, 'process.env.DATABASE_URL;'],
  'apps/web/vite.config.ts': [`import 'node:path';`, `import 'vite';`],
  [`${WEB}/main.tsx`]: [`import './app/router.tsx';`, `import './main.css';`, 'import.meta.env;'],
  [`${WEB}/app/router.tsx`]: [
    `import '../features/agents/AgentsScreen';`,
    `import '../ui/Button.tsx';`,
    `import '../main.tsx';`,
  ],
  [`${WEB}/features/agents/AgentsScreen.tsx`]: [
    `import './use-agents';`,
    `import '../../shared/session.ts';`,
    `import '../../ui/Button.tsx';`,
    `import '../../lib/api.ts';`,
  ],
  [`${WEB}/shared/session.ts`]: [`import '../lib/api.ts';`, `import '../ui/Button.tsx';`],
  [`${WEB}/features/agents/AgentsScreen.test.tsx`]: [
    `import '../../app/router.tsx';`,
    `import '../warranty/use-warranty.ts';`,
    `import 'node:fs';`,
  ],
  [`${WEB}/ui/Button.tsx`]: [
    `import '../lib/api.ts';`,
    `import './Icon.tsx';`,
    `import '../assets/logo.svg?url';`,
  ],
  [`${WEB}/lib/api.ts`]: [
    `import '@warranty/contracts';`,
    `import '@warranty/domain/status';`,
    `await fetch('/api');`,
  ],
  'apps/vendor-sim/dell.routes.ts': [`import './dell.store.ts';`, `import 'node:http';`, 'process.env.PORT;'],
  'bench/bulk.ts': [
    `import '../apps/server/src/platform/db/db.ts';`,
    `import '../harness/database.ts';`,
    `import './baseline/copy.ts';`,
  ],
  'bench/baseline/copy.ts': [
    `import 'pg';`,
    `import 'undici';`,
    `import 'papaparse';`,
    `import 'node:fs';`,
    `import './other.ts';`,
  ],
  'e2e/agents.spec.ts': [
    `import '@playwright/test';`,
    `import '@warranty/contracts';`,
    `import '../harness/database.ts';`,
  ],
  'faults/run.ts': [`import '@warranty/contracts/core/errors';`, `import './kill.ts';`],
  'harness/database.ts': [`import '@warranty/contracts';`, `import 'node:net';`, `import './ports.ts';`],
  'docs/examples/bulk-run.mjs': [`import 'node:fs';`, `await fetch(process.env.URL);`],
  'scripts/dev.ts': [
    `import 'vite';`,
    `import '../harness/database.ts';`,
    `import './checks/imports.ts';`,
    'process.env.PORT;',
  ],
};
