import { lookupWarranty } from '@warranty/contracts/warranty';
import type { Guide } from '../../platform/http/openapi.ts';

interface Installation {
  origin: string;
  /** A device that this installation can look up. */
  identifier: string;
  requestsPerMinute: number;
}

interface FirstCall {
  url: string;
  body: string;
}

const curl = ({ url, body }: FirstCall) => `curl --silent --show-error --fail-with-body \\
  --header "Authorization: Bearer $WARRANTY_TOKEN" \\
  --header "Content-Type: application/json" \\
  --data '${body}' \\
  ${url}`;

const powerShell = ({ url, body }: FirstCall) => `$lookup = @{
    Method      = "Post"
    Uri         = "${url}"
    Headers     = @{ Authorization = "Bearer $env:WARRANTY_TOKEN" }
    ContentType = "application/json"
    Body        = '${body}'
}
Invoke-RestMethod @lookup`;

const python = ({ url, body }: FirstCall) => `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps(${body}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["WARRANTY_TOKEN"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`;

/** What an API client needs to know, with a first call in three languages. */
export function apiGuide({ origin, identifier, requestsPerMinute }: Installation): Guide {
  const call: FirstCall = {
    url: origin + lookupWarranty.path,
    body: `{"modelNumber": ${JSON.stringify(identifier)}, "manufacturer": "Dell"}`,
  };
  return {
    title: 'Calling from another application',
    paragraphs: [
      'Create an access token on the External API Access page. It is shown only once and has the format `wlt_[0-9A-Za-z]{46}`. Send it with every request in the `Authorization: Bearer` header; it is never read from the URL. It grants access to the endpoints marked `session-or-bearer` and to the data of its owner. Cookies are ignored when a token is present.',
      'An invalid, inactive, expired or revoked token returns 401 `token_refused`. Each token is limited to ' +
        `${requestsPerMinute} requests per minute. \`RateLimit-Policy\` states the limit, and \`RateLimit\` the remaining requests (r) and the seconds until the limit resets (t). Above the limit, the API returns 429 with \`Retry-After\`. If a reply needed a vendor call on this server's own credentials, a second item, \`vendor-calls\`, states how many of these calls are left for the day.`,
      'To look up a whole file, create a run with `POST /api/bulk-runs`, upload the file with `PUT /api/bulk-runs/{runId}/source`, poll `GET /api/progress/{progressId}` (the run ID) until the status is no longer `processing` (while `continuesAt` is set, the run waits for the daily limit, so poll less often), then download `GET /api/bulk-runs/{runId}/file`.',
      'The examples read the token from the `WARRANTY_TOKEN` environment variable.',
    ],
    examples: [
      { title: 'curl', language: 'sh', code: curl(call) },
      { title: 'PowerShell', language: 'powershell', code: powerShell(call) },
      { title: 'Python', language: 'python', code: python(call) },
    ],
  };
}
