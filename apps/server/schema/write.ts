import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../src/platform/db/migrate.ts';
import { createLog } from '../src/platform/log.ts';
import { startCluster } from '../src/platform/postgres/cluster.ts';
import { generateFiles } from './generated.ts';

// Migrates an empty database and writes down what its tables are.
const log = createLog({ level: 'warn', role: 'schema', human: true });
const dataDir = await mkdtemp(join(tmpdir(), 'warranty-schema-'));
// PostgreSQL does not run as root and needs access.
await chmod(dataDir, 0o755);
const cluster = await startCluster({ dataDir, durable: false, log });
try {
  await migrate(cluster.url, fileURLToPath(new URL('../migrations', import.meta.url)), log);
  for (const { file, content } of await generateFiles(cluster.url)) await writeFile(file, content);
} finally {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
