import type { Guide } from '@warranty/contracts/core/openapi';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { exampleLanguages } from '@warranty/domain/request-examples/languages';
import type { RequestExample } from '@warranty/domain/request-examples/request-example';

interface Installation {
  origin: string;
  /** A device that this installation can look up. */
  identifier: string;
  requestsPerMinute: number;
}

/** What an API client needs to know, with a first call in every language of the reference. */
export function apiGuide({ origin, identifier, requestsPerMinute }: Installation): Guide {
  const call: RequestExample = {
    method: lookupWarranty.method,
    url: origin + lookupWarranty.path,
    headers: [{ name: 'Authorization', text: 'Bearer ', variable: 'WARRANTY_TOKEN' }],
    body: { kind: 'json', value: { modelNumber: identifier, manufacturer: 'Dell' } },
    reply: { kind: 'json' },
  };
  return {
    title: 'Calling from another application',
    paragraphs: [
      'Create an access token on the External API Access page. It is shown only once and has the format `wlt_[0-9A-Za-z]{46}`. Send it with every request in the `Authorization: Bearer` header; it is never read from the URL. It grants access to the endpoints of its scopes (`x-scope` in the OpenAPI document), and to the data of its owner. Cookies are ignored when a token is present.',
      'An invalid, inactive, expired or revoked token returns 401 `token_refused`; one without the scope of the endpoint returns 403 `scope_missing` and `WWW-Authenticate: Bearer error="insufficient_scope"`. Each token is limited to ' +
        `${requestsPerMinute} requests per minute. \`RateLimit-Policy\` states the limit, and \`RateLimit\` the remaining requests (r) and the seconds until the limit resets (t). Above the limit, the API returns 429 with \`Retry-After\`. If a reply needed a vendor call on this server's own credentials, a second item, \`vendor-calls\`, states how many of these calls are left for the day.`,
      'To look up a whole file (scopes `runs:write` and `runs:read`), create a run with `POST /api/bulk-runs`, upload the file with `PUT /api/bulk-runs/{runId}/source`, poll `GET /api/progress/{progressId}` (the run ID) until the status is no longer `processing` (while `continuesAt` is set, the run waits for the daily limit, so poll less often), then download `GET /api/bulk-runs/{runId}/file`.',
      'The examples read the token from the `WARRANTY_TOKEN` environment variable.',
    ],
    examples: exampleLanguages.map(({ id, title, write }) => ({ title, language: id, code: write(call) })),
  };
}
