import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { firstSegment } from './first-segment.ts';

export interface Pages {
  directory: string;
  index: string;
  inlineScriptHashes: string[];
}

/** Reads the built web application; null when it was not built. */
export async function readPages(directory: string): Promise<Pages | null> {
  const index = await readFile(join(directory, 'index.html'), 'utf8').catch(() => null);
  return index === null ? null : { directory, index, inlineScriptHashes: inlineScriptHashes(index) };
}

export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return Array.from(
    scripts,
    // Browsers turn every line end into one character before they hash.
    ([, text = '']) => `sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}`,
  );
}

/** Serves the web application: files by name, and its one page for every address that is not the API's. */
export async function servePages(app: FastifyInstance, pages: Pages | null): Promise<void> {
  if (pages) {
    await app.register(staticFiles, {
      root: pages.directory,
      index: false,
      dotfiles: 'ignore',
      wildcard: false,
      // Built files carry a hash in their name: whoever has one has it for good.
      setHeaders: (response, path) => {
        const hashed = path.startsWith(join(pages.directory, 'assets') + sep);
        response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!pages || !isRead || ['api', 'assets'].includes(firstSegment(request.url))) {
      throw new AppError('not_found');
    }
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(pages.index);
  });
}
