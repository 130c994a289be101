import { publicOriginOf } from '../../apps/server/src/platform/http/origin.ts';
import { route } from '../../apps/server/src/platform/http/route.ts';
import { createHttpServer } from '../../apps/server/src/platform/http/server.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { createMetrics } from '../../apps/server/src/platform/metrics.ts';
import { measuredEndpoint } from './route.ts';

// The product's HTTP server as in production, with one route that needs neither session nor database. Argument: port.
const port = Number(process.argv[2]);
const entitlement = { type: 'INITIAL', startDate: '2024-01-01', endDate: '2027-01-01', counted: true };

const app = createHttpServer({
  publicOrigin: publicOriginOf(`http://localhost:${port}`),
  trustProxy: [],
  inlineScriptHashes: ['sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='],
  routes: [
    route(measuredEndpoint, ({ body }) => ({
      modelNumber: body.modelNumber,
      manufacturer: body.manufacturer ?? 'Dell',
      status: 'active' as const,
      startDate: '2024-01-01',
      endDate: '2027-01-01',
      entitlements: [entitlement, entitlement, entitlement],
    })),
  ],
  authenticators: {},
  isDraining: () => false,
  log: createLog({ level: 'info', role: 'api', human: false }),
  metrics: createMetrics(),
  // One client sends everything.
  requests: {
    perSecond: 1_000_000,
    perSecondPerAddress: 1_000_000,
    openPerAddress: 10_000,
    maxLoopDelayMs: 1000,
  },
});
await app.listen({ host: '127.0.0.1', port });
process.stderr.write('listening\n');
