import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Form {
  /** Null for plain text. */
  encoding: 'br' | 'gzip' | null;
  body: Buffer;
  etag: string;
}

/** A page held in memory in every encoding that a browser may accept, smallest first. */
export type PackedPage = readonly Form[];

export function packPage(text: string): PackedPage {
  const plain = Buffer.from(text);
  const mark = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return [
    { encoding: 'br', body: brotliCompressSync(plain), etag: `"${mark}-br"` },
    { encoding: 'gzip', body: gzipSync(plain, { level: 9 }), etag: `"${mark}-gzip"` },
    { encoding: null, body: plain, etag: `"${mark}"` },
  ];
}

function accepts(header: string, encoding: string): boolean {
  const offers = header
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()));
  const named = (wanted: string) => offers.find(([name]) => name === wanted);
  const offer = named(encoding) ?? named('*');
  return offer !== undefined && !/^q=0(\.0*)?$/.test(offer[1] ?? '');
}

function isKnown(header: string, etag: string): boolean {
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}

/** Sends the page in the best accepted encoding, or a 304 if it has not changed. */
export function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: PackedPage): FastifyReply {
  const accepted = headers['accept-encoding'] ?? '';
  const form = page.find(({ encoding }) => encoding === null || accepts(String(accepted), encoding));
  if (!form) throw new Error('a page without its plain form');
  reply.headers({ vary: 'accept-encoding', etag: form.etag, 'cache-control': 'no-cache' });
  if (isKnown(headers['if-none-match'] ?? '', form.etag)) return reply.code(304).send();
  if (form.encoding) reply.header('content-encoding', form.encoding);
  return reply.code(200).header('content-type', 'text/html; charset=utf-8').send(form.body);
}
