import type pg from 'pg';
import type { Registry } from 'prom-client';
import { createMeters } from '../meters.ts';

export function publishPoolMetrics(registry: Registry, pool: pg.Pool): void {
  const { figure } = createMeters(registry);
  figure('warranty_database_pool_connections', 'Open database connections.', () => pool.totalCount);
  figure(
    'warranty_database_pool_idle',
    'Open database connections that are not in use.',
    () => pool.idleCount,
  );
  figure(
    'warranty_database_pool_max_connections',
    'Database connections that this process opens at most.',
    () => pool.options.max,
  );
  figure(
    'warranty_database_pool_waiting',
    'Requests that wait for a database connection.',
    () => pool.waitingCount,
  );
}
