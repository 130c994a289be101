import { lookupWarranty } from '@warranty/contracts/warranty';
import type { Guide } from '../../platform/http/openapi.ts';

interface Installation {
  origin: string;
  /** A device that it can look up. */
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

/** What another application has to know, and a first call in three languages. */
export function apiGuide({ origin, identifier, requestsPerMinute }: Installation): Guide {
  const call: FirstCall = {
    url: origin + lookupWarranty.path,
    body: `{"modelNumber": ${JSON.stringify(identifier)}, "manufacturer": "Dell"}`,
  };
  return {
    title: 'Calling from another application',
    paragraphs: [
      'Make an access token on the page External API Access. It is shown once and has the form `wlt_[0-9A-Za-z]{46}`. Send it with every request as `Authorization: Bearer` and the token; it is never read from the address. It opens the endpoints below whose access is `session-or-bearer`, and sees what its owner sees. Cookies are ignored beside it.',
      'A token that is wrong, switched off, expired or revoked gets 401 `token_refused`. Each token has an allowance of ' +
        `${requestsPerMinute} requests a minute: \`RateLimit-Policy\` names it, \`RateLimit\` says what remains (r) and in how many seconds it starts afresh (t), and beyond it the answer is 429 with \`Retry-After\`.`,
      'A whole file: create a run with `POST /api/bulk-runs`, send the file with `PUT /api/bulk-runs/{runId}/source`, ask `GET /api/progress/{progressId}` (the id of the run) until its status is no longer `processing`, then read `GET /api/bulk-runs/{runId}/file`.',
      'The examples take the token from the environment variable `WARRANTY_TOKEN`.',
    ],
    examples: [
      { title: 'curl', language: 'sh', code: curl(call) },
      { title: 'PowerShell', language: 'powershell', code: powerShell(call) },
      { title: 'Python', language: 'python', code: python(call) },
    ],
  };
}
