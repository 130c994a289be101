// Turns an import specifier into a repository path, an npm package or a Node.js builtin.
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string }
  | { kind: 'builtin'; name: string }
  | { kind: 'unknown' };

const WORKSPACES: Record<string, string> = {
  '@warranty/contracts': 'packages/contracts',
  '@warranty/domain': 'packages/domain',
  '@warranty/connectors': 'packages/connectors',
  '@warranty/server': 'apps/server',
  '@warranty/web': 'apps/web',
  '@warranty/vendor-sim': 'apps/vendor-sim',
};

const PACKAGE = /^(@[a-z0-9][\w.-]*\/[\w.-]+|[a-z0-9][\w.-]*)(\/.*)?$/i;

export function resolveImport(from: string, specifier: string): Target {
  // A bundler's `./logo.svg?url` is the same file.
  const clean = specifier.replace(/\?.*$/, '');
  if (/^\.\.?(\/|$)/.test(clean)) {
    const path = posix.join(posix.dirname(from), clean);
    return path.startsWith('..') ? { kind: 'unknown' } : { kind: 'file', path };
  }
  if (clean.startsWith('node:') || isBuiltin(clean)) {
    return { kind: 'builtin', name: clean.replace(/^node:/, '').replace(/\/.*$/, '') };
  }
  const match = PACKAGE.exec(clean);
  if (!match?.[1]) return { kind: 'unknown' };
  const [, name, rest = ''] = match;
  const folder = WORKSPACES[name];
  if (folder) return { kind: 'file', path: folder + rest };
  return name.startsWith('@warranty/') ? { kind: 'unknown' } : { kind: 'package', name };
}
