import type { Readable } from 'node:stream';
import type { Endpoint } from '@warranty/contracts/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const uploadType = /^text\/csv\s*(?:;|$)/i;

/** A file goes to its endpoint as it arrives; nobody else is handed one (`guardBody`). */
export function acceptUploads(app: FastifyInstance): void {
  app.addContentTypeParser(uploadType, (_request: FastifyRequest, payload: Readable, done) =>
    done(null, payload),
  );
}

/** The right type for the endpoint. */
export function guardBody({ headers }: FastifyRequest, { upload }: Endpoint): void {
  const type = headers['content-type'];
  if (type === undefined) return;
  if (uploadType.test(type) !== (upload !== undefined))
    throw new AppError('unsupported_media_type', { values: { types: upload ?? 'application/json' } });
}
