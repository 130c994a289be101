import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { firstSegment } from './first-segment.ts';
import { type PackedPage, packPage, sendPage } from './packed-page.ts';

export interface Pages {
  directory: string;
  index: PackedPage;
  inlineScriptHashes: string[];
}

/** Reads the built web application; null when it was not built. */
export async function readPages(directory: string): Promise<Pages | null> {
  const index = await readFile(join(directory, 'index.html'), 'utf8').catch(() => null);
  if (index === null) return null;
  return { directory, index: packPage(index), inlineScriptHashes: inlineScriptHashes(index) };
}

export function inlineScriptHashes(html: string): string[] {
  return inlineScripts(html).map(
    // Browsers turn every line end into one character before they hash.
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

/** Serves the web application: files by name, and its one page for every address that is not the API's. */
export async function servePages(app: FastifyInstance, pages: Pages | null): Promise<void> {
  if (pages) {
    await app.register(staticFiles, {
      root: pages.directory,
      index: false,
      dotfiles: 'ignore',
      wildcard: false,
      // The build has put `x.js.br` and `x.js.gz` beside `x.js`: they are sent in its place and have no address.
      preCompressed: true,
      // The one page is held in memory, so that it stays the one whose scripts the policy allows.
      globIgnore: ['**/*.br', '**/*.gz', 'index.html'],
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
    return sendPage(request, reply, pages.index);
  });
}
