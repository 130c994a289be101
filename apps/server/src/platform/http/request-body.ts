import type { Readable } from 'node:stream';
import type { Endpoint } from '@warranty/contracts/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const bodySeconds = 60;
const uploadType = /^text\/csv\s*(?:;|$)/i;

/** A file goes to its endpoint as it arrives; nobody else is handed one (`guardBody`). */
export function acceptUploads(app: FastifyInstance): void {
  app.addContentTypeParser(uploadType, (_request: FastifyRequest, payload: Readable, done) =>
    done(null, payload),
  );
}

/**
 * The right type for the endpoint, and an end to waiting: a body has to be here within a minute, a file may take long
 * but not stand still that long.
 */
export function guardBody(request: FastifyRequest, { upload }: Endpoint): void {
  const { headers, raw } = request;
  const type = headers['content-type'];
  if (type === undefined) return;
  if (uploadType.test(type) !== (upload !== undefined))
    throw new AppError('unsupported_media_type', { values: { types: upload ?? 'application/json' } });
  if (upload) {
    raw.socket.setTimeout?.(bodySeconds * 1000, () => raw.destroy());
    return;
  }
  const timer = setTimeout(() => raw.destroy(), bodySeconds * 1000).unref();
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
}
