import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { firstSegment } from '../first-segment.ts';
import { removingWorker } from '../removing-worker.ts';
import { type PackedPage, packPage, sendPage } from './packed-page.ts';

export interface Pages {
  directory: string;
  index: PackedPage;
  /** The service worker. */
  worker: PackedPage;
  inlineScriptHashes: string[];
}

const workerPath = '/sw.js';
const scriptType = 'text/javascript; charset=utf-8';

/**
 * Reads the built web application; null if it was not built. The attribute is added to the root element, for what the page must
 * know before its first request.
 */
export async function readPages(directory: string, attribute?: string): Promise<Pages | null> {
  const built = await readFile(join(directory, 'index.html'), 'utf8').catch(() => null);
  if (built === null) return null;
  const index = attribute ? built.replace('<html', `<html ${attribute}`) : built;
  const worker = await readFile(join(directory, workerPath), 'utf8').catch(() => removingWorker);
  return {
    directory,
    index: packPage(index),
    worker: packPage(worker, scriptType),
    inlineScriptHashes: inlineScriptHashes(index),
  };
}

export function inlineScriptHashes(html: string): string[] {
  return inlineScripts(html).map(
    // Browsers normalize line endings before they hash.
    (text) => `sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}`,
  );
}

function inlineScripts(html: string): string[] {
  const scripts: string[] = [];
  for (let start = html.indexOf('<script'); start >= 0; ) {
    const open = html.indexOf('>', start);
    const close = html.indexOf('</script>', open);
    if (open < 0 || close < 0) break;
    const hasSource = /\ssrc=/.test(html.slice(start, open));
    if (!hasSource) scripts.push(html.slice(open + 1, close));
    start = html.indexOf('<script', hasSource ? open : close);
  }
  return scripts;
}

/** Serves the web application: files by name, and the index page for every other URL outside the API. */
export async function servePages(app: FastifyInstance, pages: Pages | null): Promise<void> {
  if (pages) {
    await app.register(staticFiles, {
      root: pages.directory,
      index: false,
      dotfiles: 'ignore',
      wildcard: false,
      // The build puts `x.js.br` and `x.js.gz` next to `x.js`. They are sent in its place and have no URL themselves.
      preCompressed: true,
      // The index page is held in memory, so that it always matches the script hashes in the policy.
      globIgnore: ['**/*.br', '**/*.gz', 'index.html', 'sw.js'],
      // Built files have a hash in their name, so they can be cached forever.
      setHeaders: (response, path) => {
        const hashed = path.startsWith(join(pages.directory, 'assets') + sep);
        response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const worker = pages?.worker ?? packPage(removingWorker, scriptType);
  app.get(workerPath, (request, reply) => sendPage(request, reply, worker));
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!pages || !isRead || ['api', 'assets'].includes(firstSegment(request.url))) {
      throw new AppError('not_found');
    }
    return sendPage(request, reply, pages.index);
  });
}
