import { readFileSync } from 'node:fs';
import { requestFrame } from '@warranty/contracts/system';
import { mayCallHttp } from '@warranty/domain/vendor-operations/reach';
import { type Route, route } from '../route.ts';
import { inlineScriptHashes } from './pages.ts';

const page = readFileSync(new URL('request-frame.html', import.meta.url), 'utf8');

/** The only policy that lets one of our pages reach other hosts: sandboxed, with nothing else allowed. */
function framePolicy(origins: readonly string[], own: string): string {
  const configured = new Set(origins.filter((origin) => !origin.startsWith('https:')));
  const plain = mayCallHttp(new URL(own)) ? ['http:'] : configured;
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

/** `own` is the URL of our pages. `origins` may be reached in addition to what such a page may call. */
export function requestFrameRoute(origins: readonly string[], own: string): Route {
  const policy = framePolicy(origins, own);
  return route(requestFrame, ({ reply }) => {
    reply.header('content-security-policy', policy);
    reply.header('x-frame-options', 'SAMEORIGIN');
    return page;
  });
}
