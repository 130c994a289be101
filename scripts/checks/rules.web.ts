// Rules inside apps/web/src: app -> features -> shared -> ui, lib. The service worker is a program of its own; the app knows its messages.
import { isTest, isUnder } from './files.ts';
import type { Edge, ImportRule } from './rule.ts';

const SRC = 'apps/web/src';

const PARTS: Record<string, string[]> = {
  app: ['app', 'features', 'shared', 'ui', 'lib', 'service-worker'],
  features: ['features', 'shared', 'ui', 'lib'],
  shared: ['shared', 'ui', 'lib'],
  ui: ['ui', 'lib'],
  lib: ['lib'],
  'service-worker': ['service-worker'],
};

/** Files directly under src, such as main.tsx, count as app. */
function partOf(path: string): string | undefined {
  if (!isUnder(path, SRC)) return undefined;
  const [first, ...rest] = path.slice(SRC.length + 1).split('/');
  return rest.length === 0 && !(first && first in PARTS) ? 'app' : first;
}

function featureOf(path: string): string | undefined {
  return partOf(path) === 'features' ? path.slice(SRC.length + 1).split('/')[1] : undefined;
}

/** A style sheet or an image is not code and may be imported from anywhere. */
function isAsset(path: string): boolean {
  return /\.(css|svg|png|jpg|webp|woff2|wasm)$/.test(path);
}

function skipsLayer({ from, path }: Edge): boolean {
  const [source, destination] = [partOf(from), partOf(path)];
  if (source === undefined || destination === undefined || isAsset(path)) return false;
  return source !== destination && !PARTS[source]?.includes(destination);
}

function crossesFeatures({ from, path }: Edge): boolean {
  const [source, destination] = [featureOf(from), featureOf(path)];
  return source !== undefined && destination !== undefined && source !== destination;
}

export const WEB_RULES: ImportRule[] = [
  {
    name: 'web-layers',
    message:
      'web layers are app -> features -> shared -> ui -> lib; move the code down or pass it in as a prop.',
    exceptTests: true,
    breaks: skipsLayer,
  },
  {
    name: 'web-features-apart',
    message: 'a feature never imports another feature; navigate by URL, or move what both need to shared.',
    exceptTests: true,
    breaks: crossesFeatures,
  },
  {
    name: 'web-no-builtins',
    message: 'code under apps/web/src runs in the browser and has no Node.js builtins; use a web API.',
    breaks: ({ from, target }) => isUnder(from, SRC) && target.kind === 'builtin' && !isTest(from),
  },
];
