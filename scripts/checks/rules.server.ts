// Rules inside apps/server/src, and the rules on fetch and process.env that also apply to packages.
import { isUnder } from './files.ts';
import type { Edge, ImportRule, UseRule } from './rule.ts';

const SRC = 'apps/server/src';
const PLATFORM = `${SRC}/platform`;
const FEATURES = `${SRC}/features`;
/** Each imports only itself and those before it. */
const LAYERS = [PLATFORM, `${SRC}/accounts`, `${SRC}/lookups`, FEATURES];

const CONFIG = `${SRC}/config/config.ts`;

/** The top-level files that app.ts and deps.ts may import; main.ts may import any. */
const COMPOSERS: Record<string, string[]> = {
  [`${SRC}/app.ts`]: [CONFIG, `${SRC}/deps.ts`],
  [`${SRC}/deps.ts`]: [CONFIG],
};

const SQL_PACKAGES = ['kysely', 'pg', 'pg-copy-streams'];
const SQL_FOLDERS = ['db', 'fairness', 'jobs', 'ownership', 'postgres'].map((name) => `${PLATFORM}/${name}`);

/** Their own tests run these queries, on databases that do not have our tables yet. */
const BEFORE_MIGRATIONS = ['earlier-version.ts', 'migrate.ts', 'wait.ts'].map(
  (name) => `${PLATFORM}/db/${name}`,
);

const QUIET_FOLDERS = [SRC, 'packages/connectors'];
const OUTBOUND = `${PLATFORM}/outbound`;
const NETWORK_BUILTINS = ['http', 'https', 'http2', 'net', 'tls'];
const NETWORK_FOLDERS = [OUTBOUND, `${PLATFORM}/http`, `${PLATFORM}/db`, `${PLATFORM}/postgres`];
/** Exports of those builtins that open no connection. */
const HARMLESS_NAMES = ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress', 'STATUS_CODES', 'METHODS'];

const FETCH = {
  name: 'fetch-in-outbound',
  message:
    'only platform/outbound opens connections to other hosts; take its function as a parameter, under a name other than fetch.',
  exceptTests: true,
};

function featureOf(path: string): string | undefined {
  return isUnder(path, FEATURES) ? path.slice(FEATURES.length + 1).split('/')[0] : undefined;
}

/** routes, jobs, service or store according to the file name; otherwise ''. */
export function layerOf(path: string): string {
  if (!isUnder(path, SRC)) return '';
  return /\.(routes|jobs|service|store)(\.[jt]s)?$/.exec(path)?.[1] ?? '';
}

function isTopLevel(path: string): boolean {
  return isUnder(path, SRC) && !isInside(path, LAYERS);
}

function isInside(path: string, folders: string[]): boolean {
  return folders.some((folder) => isUnder(path, folder));
}

function importsUp({ from, path }: Edge): boolean {
  const layer = LAYERS.findIndex((folder) => isUnder(from, folder));
  const imported = LAYERS.findIndex((folder) => isUnder(path, folder));
  return layer >= 0 && layer < LAYERS.length - 1 && isUnder(path, SRC) && (imported < 0 || imported > layer);
}

function skipsFrontDoor({ from, path }: Edge): boolean {
  const name = featureOf(path);
  if (name === undefined || name === featureOf(from) || isUnder(from, PLATFORM)) return false;
  return isUnder(from, SRC) && path !== `${FEATURES}/${name}/${name}.ts`;
}

function usesSql({ from, target, found }: Edge): boolean {
  if (!isUnder(from, SRC) || layerOf(from) === 'store' || isInside(from, SQL_FOLDERS)) return false;
  if (target.kind !== 'package' || !SQL_PACKAGES.includes(target.name)) return false;
  return target.name !== 'kysely' || !found.typeOnly;
}

function opensConnections({ from, target, found }: Edge): boolean {
  if (!isInside(from, QUIET_FOLDERS)) return false;
  if (target.kind === 'package') return target.name === 'undici' && !isUnder(from, OUTBOUND);
  if (target.kind !== 'builtin' || !NETWORK_BUILTINS.includes(target.name)) return false;
  if (found.typeOnly || isInside(from, NETWORK_FOLDERS)) return false;
  return found.names.length === 0 || !found.names.every((name) => HARMLESS_NAMES.includes(name));
}

export const SERVER_IMPORT_RULES: ImportRule[] = [
  {
    name: 'server-layers',
    message:
      'platform, accounts, lookups and features import only what is before them; pass the rest as values.',
    exceptTests: true,
    breaks: importsUp,
  },
  {
    name: 'server-feature-up',
    message:
      'a feature imports only its own files, platform and the entry points of other features; take the rest as parameters.',
    exceptTests: true,
    breaks: ({ from, path }) => featureOf(from) !== undefined && isTopLevel(path),
  },
  {
    name: 'server-front-door',
    message:
      'import a feature through its entry point features/<name>/<name>.ts; export there what others need.',
    exceptTests: true,
    breaks: skipsFrontDoor,
  },
  {
    name: 'server-composition',
    message:
      'app.ts and deps.ts import only entry points, platform and config.ts; wire up the rest in main.ts.',
    breaks: ({ from, path }) =>
      COMPOSERS[from] !== undefined && isTopLevel(path) && !COMPOSERS[from].includes(path),
  },
  {
    name: 'server-routes-store',
    message: 'routes and jobs never import a store; add a function to the service and call that.',
    breaks: ({ from, path }) => ['routes', 'jobs'].includes(layerOf(from)) && layerOf(path) === 'store',
  },
  {
    name: 'server-routes-service-types',
    message: 'routes and jobs import only types from a service; take the service itself as a parameter.',
    breaks: ({ from, path, found }) =>
      ['routes', 'jobs'].includes(layerOf(from)) && layerOf(path) === 'service' && !found.typeOnly,
  },
  {
    name: 'server-service-layer',
    message: 'a service never imports routes or jobs; move the shared part into the service.',
    breaks: ({ from, path }) => layerOf(from) === 'service' && ['routes', 'jobs'].includes(layerOf(path)),
  },
  {
    name: 'server-store-layer',
    message: 'a store never imports a service, routes or jobs; return rows and let the service decide.',
    breaks: ({ from, path }) =>
      layerOf(from) === 'store' && ['service', 'routes', 'jobs'].includes(layerOf(path)),
  },
  {
    name: 'sql-in-stores',
    message:
      'SQL belongs in *.store.ts and in platform/db, fairness, jobs and ownership; call a store, or use `import type`.',
    exceptTests: true,
    breaks: usesSql,
  },
  { ...FETCH, breaks: opensConnections },
];

export const SERVER_USE_RULES: UseRule[] = [
  {
    name: 'checked-row-types',
    message:
      'nothing checks this row type; use the query builder, or declare the columns with rawQuery or prepare (platform/db).',
    exceptTests: true,
    use: 'uncheckedRowOffsets',
    breaks: (file) => isUnder(file, SRC) && !BEFORE_MIGRATIONS.includes(file),
  },
  {
    ...FETCH,
    use: 'fetchOffsets',
    breaks: (file) => isInside(file, QUIET_FOLDERS) && !isUnder(file, OUTBOUND),
  },
  {
    name: 'env-in-config',
    message: 'only apps/server/src/config/config.ts reads process.env; take the value as a parameter.',
    exceptTests: true,
    use: 'envOffsets',
    breaks: (file) => (isUnder(file, SRC) && file !== CONFIG) || isUnder(file, 'packages'),
  },
];
