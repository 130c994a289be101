// At least one planted violation per rule, some in several variants.

interface Case {
  rule: string;
  title: string;
  files: Record<string, string>;
}

const SERVER = 'apps/server/src';
const FEATURES = `${SERVER}/features`;
const WEB = 'apps/web/src';

function one(rule: string, file: string, text: string): Case {
  return { rule, title: `${file}: ${text}`, files: { [file]: `${text}\n` } };
}

const ZONES: Case[] = [
  one('contracts-imports', 'packages/contracts/src/a.ts', `import '@warranty/domain/csv';`),
  one('contracts-imports', 'packages/contracts/src/a.ts', `import 'node:fs';`),
  one('contracts-imports', 'packages/contracts/src/a.ts', `import 'fastify';`),
  one('contracts-imports', 'packages/contracts/src/a.test.ts', `import '../../domain/src/a.ts';`),
  one('domain-imports', 'packages/domain/src/a.ts', `import '@warranty/connectors';`),
  one('domain-imports', 'packages/domain/src/a.ts', `import 'crypto';`),
  one('domain-imports', 'packages/domain/src/a.ts', `import '../../../harness/machine-speed.ts';`),
  one('domain-imports', 'packages/domain/src/a.test.ts', `import '../../../harness/processes.ts';`),
  one('domain-imports', 'packages/domain/src/a.ts', `import 'zod/mini';`),
  one('connectors-imports', 'packages/connectors/src/dell/index.ts', `import '@warranty/server';`),
  one('connectors-imports', 'packages/connectors/src/dell/index.ts', `import 'pg';`),
  one('server-imports', `${SERVER}/app.ts`, `import '@warranty/web';`),
  one('server-imports', `apps/server/test/sim.ts`, `import '../../vendor-sim/sim.ts';`),
  one('web-imports', `${WEB}/lib/a.ts`, `import '@warranty/connectors';`),
  one('web-imports', 'apps/web/vite.config.ts', `import '../server/src/config.ts';`),
  one('vendor-sim-imports', 'apps/vendor-sim/sim.ts', `import '@warranty/contracts';`),
  one('agent-imports', 'apps/agent/scripts/a.mjs', `import '../../../packages/domain/src/a.ts';`),
  one('e2e-imports', 'e2e/a.spec.ts', `import '@warranty/domain';`),
  one('e2e-imports', 'e2e/a.spec.ts', `import '../bench/a.ts';`),
  one('bench-imports', 'bench/a.ts', `import '../apps/server/src/app.ts';`),
  one('bench-baseline-imports', 'bench/baseline/a.ts', `import '@warranty/contracts';`),
  one('bench-baseline-imports', 'bench/baseline/a.ts', `import '../run.ts';`),
  one('bench-baseline-imports', 'bench/baseline/a.ts', `import 'kysely';`),
  one('faults-imports', 'faults/a.ts', `import '../apps/server/src/platform/db/db.ts';`),
  one('harness-imports', 'harness/a.ts', `import '../bench/a.ts';`),
  one('examples-imports', 'docs/examples/a.mjs', `import '@warranty/contracts/core/client';`),
  one('examples-imports', 'docs/examples/a.mjs', `import 'undici';`),
  one('scripts-imports', 'scripts/a.ts', `import '../apps/server/src/config.ts';`),
  one('root-imports', 'vitest.config.ts', `import './packages/domain/src/a.ts';`),
  one('unknown-folder', 'tools/a.ts', 'export {};'),
  one('unresolved-import', `${WEB}/main.tsx`, `import '@/ui/Button';`),
  one('unresolved-import', 'scripts/a.ts', `import '@warranty/unknown';`),
  one('unresolved-import', 'scripts/a.ts', `import '../../outside.ts';`),
  one('no-test-imports', 'scripts/a.ts', `import './a.test.ts';`),
  one('no-test-imports', `${FEATURES}/agents/agents.ts`, `import '../../../test/db.ts';`),
];

const SERVER_LAYERS: Case[] = [
  one(
    'server-layers',
    `${SERVER}/platform/db/db.ts`,
    `import type { Config } from '../../config/config.ts';`,
  ),
  one('server-layers', `${SERVER}/platform/db/db.ts`, `import '../../features/agents/agents.ts';`),
  one(
    'server-feature-up',
    `${FEATURES}/agents/agents.ts`,
    `import type { Config } from '../../config/config.ts';`,
  ),
  one('server-feature-up', `${FEATURES}/agents/agents.ts`, `import '../../deps.ts';`),
  one('server-front-door', `${FEATURES}/agents/agents.ts`, `import '../warranty/warranty.service.ts';`),
  one('server-front-door', `${SERVER}/app.ts`, `import './features/warranty/warranty.routes.ts';`),
  one('server-front-door', `${SERVER}/main.ts`, `import './features/warranty/warranty.jobs.ts';`),
  one('server-composition', `${SERVER}/app.ts`, `import './main.ts';`),
  one('server-composition', `${SERVER}/deps.ts`, `import './app.ts';`),
  one(
    'server-routes-store',
    `${FEATURES}/agents/agents.routes.ts`,
    `import type {} from './agents.store.ts';`,
  ),
  one('server-routes-store', `${FEATURES}/agents/agents.jobs.ts`, `import './agents.store.ts';`),
  one(
    'server-routes-service-types',
    `${FEATURES}/agents/agents.routes.ts`,
    `import { a } from './agents.service.ts';`,
  ),
  one('server-service-layer', `${FEATURES}/agents/agents.service.ts`, `import './agents.jobs.ts';`),
  one(
    'server-store-layer',
    `${FEATURES}/agents/agents.store.ts`,
    `import type {} from './agents.service.ts';`,
  ),
];

function stores(first: string, second: string): Case {
  const files = { [`${FEATURES}/a/a.store.ts`]: first, [`${FEATURES}/b/b.store.ts`]: second };
  return { rule: 'one-store-per-table', title: `${first} ${second}`, files };
}

const SERVER_USES: Case[] = [
  one('sql-in-stores', `${FEATURES}/agents/agents.service.ts`, `import { sql } from 'kysely';`),
  one('sql-in-stores', `${SERVER}/deps.ts`, `import type { Pool } from 'pg';`),
  one('sql-in-stores', `${SERVER}/platform/http/a.ts`, `import 'kysely/helpers/postgres';`),
  stores(`db.insertInto('runs');`, `db.updateTable('runs as r');`),
  stores(`db.deleteFrom('runs');`, 'sql`update only public.runs r set a = 1`;'),
  stores(`query('INSERT INTO "runs" values (1)');`, 'sql`copy runs (a, b) from stdin`;'),
  stores(`query('truncate runs');`, 'sql`with x as (delete from runs returning *) select 1`;'),
  one('fetch-in-outbound', `${FEATURES}/agents/agents.service.ts`, `await fetch('http://a');`),
  one('fetch-in-outbound', `${SERVER}/platform/http/a.ts`, 'const send = globalThis.fetch;'),
  one('fetch-in-outbound', `${SERVER}/deps.ts`, 'createDell({ fetch });'),
  one('fetch-in-outbound', `${SERVER}/deps.ts`, 'const send = fetch as Send;'),
  one('fetch-in-outbound', 'packages/connectors/src/dell/request.ts', `fetch('http://a');`),
  one(
    'fetch-in-outbound',
    'packages/connectors/src/dell/request.ts',
    `import { request } from 'node:https';`,
  ),
  one('fetch-in-outbound', `${SERVER}/platform/db/a.ts`, `import { fetch } from 'undici';`),
  one('fetch-in-outbound', `${SERVER}/main.ts`, `import { connect, isIP } from 'node:net';`),
  one('checked-row-types', `${FEATURES}/agents/agents.store.ts`, 'sql<Row>`select 1`.execute(db);'),
  one('checked-row-types', `${SERVER}/platform/jobs/a.ts`, `pool.query<{ n: number }>('select 1 as n');`),
  one('env-in-config', `${SERVER}/main.ts`, 'const port = process.env.PORT;'),
  one('env-in-config', `${SERVER}/main.ts`, `const all = globalThis.process['env'];`),
  one('env-in-config', `${SERVER}/main.ts`, 'const { env } = process;'),
  one('env-in-config', `${SERVER}/main.ts`, `import { env } from 'node:process';`),
  one('env-in-config', 'packages/connectors/src/dell/auth.ts', 'process.env.KEY;'),
];

const WEB_CASES: Case[] = [
  one('web-layers', `${WEB}/features/agents/AgentsScreen.tsx`, `import '../../app/router.tsx';`),
  one('web-layers', `${WEB}/features/agents/AgentsScreen.tsx`, `import '../../main.tsx';`),
  one('web-layers', `${WEB}/ui/Button.tsx`, `import '../features/agents/use-agents.ts';`),
  one('web-layers', `${WEB}/ui/Button.tsx`, `import '../shared/session.ts';`),
  one('web-layers', `${WEB}/shared/session.ts`, `import '../features/agents/use-agents.ts';`),
  one('web-layers', `${WEB}/lib/api.ts`, `import '../ui/Button.tsx';`),
  one('web-layers', `${WEB}/other/a.ts`, `import '../lib/api.ts';`),
  one(
    'web-features-apart',
    `${WEB}/features/agents/AgentsScreen.tsx`,
    `import type {} from '../warranty/useWarranty';`,
  ),
  one('web-no-builtins', `${WEB}/lib/api.ts`, `import 'fs/promises';`),
  one('web-no-builtins', `${WEB}/lib/api.ts`, `import 'node:path';`),
];

export const PLANTED: Case[] = [...ZONES, ...SERVER_LAYERS, ...SERVER_USES, ...WEB_CASES];
