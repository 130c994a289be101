import * as contract from '@warranty/contracts/image-lookup';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RequestCaller, type Route, route } from '../../platform/http/route.ts';
import { requesterOf } from '../warranty/warranty.ts';
import type { ImageLookupService, RequestContext } from './image-lookup.service.ts';

export function imageLookupRoutes(service: ImageLookupService): Route[] {
  return [
    route(contract.extractLabel, ({ file, ...call }) => service.extract(file, senderOf(call))),
    route(contract.lookupLabelWarranty, ({ query, body, file, ...call }) =>
      service.lookUp(body ?? query, file, senderOf(call)),
    ),
  ];
}

function senderOf(call: {
  caller: RequestCaller;
  request: FastifyRequest;
  reply: FastifyReply;
}): RequestContext {
  const { caller, request, reply } = call;
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  return { ...requesterOf(call), caller, requestId: request.id, signal: leaving.signal };
}
