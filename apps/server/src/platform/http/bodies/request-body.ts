import type { Readable } from 'node:stream';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

export const json = 'application/json';

/** Without its parameters; empty if it is missing. */
export function mediaTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** What an endpoint takes apart from, or instead of, JSON. */
export function fileTypesOf({ upload, file }: Endpoint): readonly string[] {
  return upload ?? file?.types ?? [];
}

/** Passes on the bodies that are files. Endpoints get no files of types that they do not declare (`guardBody`). */
export function acceptFiles(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const types = new Set(endpoints.flatMap(fileTypesOf));
  app.addContentTypeParser([...types], (_request: FastifyRequest, payload: Readable, done) =>
    done(null, payload),
  );
}

const listed = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * Checks the content type, and that the client is still connected: otherwise the end of its body would never be reported.
 */
export function guardBody(request: FastifyRequest, endpoint: Endpoint): void {
  const { headers, raw } = request;
  if (raw.destroyed && raw.complete === false) throw new AppError('invalid_request');
  if (headers['content-type'] === undefined || endpoint.method === 'GET') return;
  const types = [...(endpoint.upload ? [] : [json]), ...fileTypesOf(endpoint)];
  if (!types.includes(mediaTypeOf(request)))
    throw new AppError('unsupported_media_type', { values: { types: listed.format(types) } });
}
