import { Readable } from 'node:stream';
import * as contract from '@warranty/contracts/agents';
import { errorCatalog } from '@warranty/contracts/core/errors';
import { readScanLookup, startScanLookup } from '@warranty/contracts/scan-lookups';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { DiscoveriesService } from './discoveries.service.ts';
import type { Downloads, OpenFile } from './downloads.ts';
import type { createScanReceiver } from './receive-scan.ts';
import type { ScanLookupsService } from './scan-lookups.service.ts';
import type { SecretsService } from './secrets.service.ts';

export interface AgentsRoutesDeps {
  secrets: SecretsService;
  receive: ReturnType<typeof createScanReceiver>;
  discoveries: DiscoveriesService;
  lookups: ScanLookupsService;
  downloads: Downloads;
}

export function agentsRoutes(deps: AgentsRoutesDeps): Route[] {
  const { secrets, receive, discoveries, lookups, downloads } = deps;
  return [
    route(contract.listAgentDownloads, async () => ({
      version: contract.agentVersion,
      files: await downloads.list(),
    })),
    route(contract.downloadAgent, async ({ params, query, request, reply }) => {
      const file = await downloads.openAgent(params.platform, query.arch ?? 'x86_64');
      if (!file) throw await notBuilt(downloads);
      return sendFile(file, request, reply);
    }),
    route(contract.downloadAgentScript, async ({ params, request, reply }) => {
      const file = await downloads.openScript(params.script);
      if (!file) throw new AppError('not_found');
      return sendFile(file, request, reply);
    }),
    route(contract.listAgentSecrets, async ({ caller }) => ({ secrets: await secrets.list(caller) })),
    route(contract.createAgentSecret, ({ caller, body }) =>
      secrets.create(caller, body.name, body.forSeveralAgents ?? false),
    ),
    route(contract.revokeAgentSecret, ({ caller, params }) => secrets.revoke(caller, params.secretId)),
    route(contract.releaseAgentSecret, ({ caller, params }) => secrets.release(caller, params.secretId)),
    route(contract.sendDiscovery, ({ caller, body, request }) => {
      // Checked by now: only the checked copy is needed.
      request.body = undefined;
      return receive(caller, body);
    }),
    route(contract.listDiscoveries, async ({ caller, query }) => ({
      sessions: await discoveries.list(caller.owner, query.before),
    })),
    route(contract.readDiscovery, ({ caller, params }) => discoveries.read(caller, params.sessionId)),
    route(startScanLookup, ({ caller, params, body }) =>
      lookups.start(caller, params.sessionId, body.devices ?? null),
    ),
    route(readScanLookup, ({ caller, params }) => lookups.read(caller, params.sessionId)),
  ];
}

async function notBuilt(downloads: Downloads): Promise<AppError> {
  const files = await downloads.list();
  const platforms = [...new Set(files.map(({ platform }) => platform))];
  return new AppError('agent_not_built', {
    extra: {
      message: errorCatalog.agent_not_built.error,
      available_platforms: platforms.map((platform) => ({ platform })),
    },
  });
}

/** HEAD returns the same headers without reading the file. */
async function sendFile(
  { fileName, size, sha256, handle }: OpenFile,
  { method }: FastifyRequest,
  reply: FastifyReply,
): Promise<Readable> {
  reply.headers({
    'content-length': size,
    'content-disposition': `attachment; filename="${fileName}"`,
    etag: `"${sha256}"`,
    'x-checksum-sha256': sha256,
    'cache-control': 'no-cache',
  });
  if (method !== 'HEAD') return handle.createReadStream({ start: 0 });
  await handle.close();
  return Readable.from([]);
}
