import { Readable } from 'node:stream';
import * as contract from '@warranty/contracts/purchase-date';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endingContextOf } from '../../lookups/vendors/lookup-context.ts';
import type { ReceivedFile } from '../../platform/http/bodies/received-file.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { PurchaseDateService } from './purchase-date.service.ts';
import { gunzipStream } from './reply-writer.ts';

interface From {
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

export function purchaseDateRoutes(service: PurchaseDateService): Route[] {
  async function file(kind: 'analyze' | 'predict', bytes: ReceivedFile, from: From): Promise<Readable> {
    const gzipped = await service.file(kind, bytes, endingContextOf(from));
    const { request, reply } = from;
    reply.header('vary', 'accept-encoding');
    if (!/\bgzip\b/i.test(String(request.headers['accept-encoding'] ?? ''))) return gunzipStream(gzipped);
    reply.header('content-encoding', 'gzip');
    return Readable.from(gzipped, { objectMode: false });
  }

  return [
    route(contract.predictSingle, ({ body, ...from }) => service.single(body, endingContextOf(from))),
    route(contract.analyzeAssets, ({ bytes, ...from }) => file('analyze', bytes, from)),
    route(contract.predictBulk, ({ bytes, ...from }) => file('predict', bytes, from)),
  ];
}
