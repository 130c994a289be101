import { readFileSync } from 'node:fs';
import { requestFrame } from '@warranty/contracts/system';
import { inlineScriptHashes } from './pages.ts';
import { type Route, route } from './route.ts';

const page = readFileSync(new URL('request-frame.html', import.meta.url), 'utf8');

/** The one policy under which a page of ours may reach other hosts: in a sandbox, with nothing else allowed. */
function framePolicy(origins: readonly string[]): string {
  const plain = new Set(origins.filter((origin) => !origin.startsWith('https:')));
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${inlineScriptHashes(page).map((hash) => `'${hash}'`)}`,
    `connect-src ${['https:', ...plain].join(' ')}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** `origins` are those it may reach beside every https address. */
export function requestFrameRoute(origins: readonly string[]): Route {
  const policy = framePolicy(origins);
  return route(requestFrame, ({ reply }) => {
    reply.header('content-security-policy', policy);
    reply.header('x-frame-options', 'SAMEORIGIN');
    return page;
  });
}
