import type { CatalogEndpoint } from '@warranty/contracts/api-explorer';
import { describe, expect, it } from 'vitest';
import { requestPath } from '../../lib/api/endpoint-request.ts';
import { endpointCommand, firstValues, parametersOf } from './internal-request.ts';

const parameter = (name: string, required = false) => ({ name, type: 'string', required, description: '' });
const endpoint: CatalogEndpoint = {
  method: 'GET',
  path: '/api/user/{userId}/runs/{runId}/results',
  summary: 'Rows',
  auth: 'session',
  acceptsToken: true,
  sensitive: false,
  pathParams: [parameter('userId', true), parameter('runId', true)],
  queryParams: [parameter('search'), parameter('limit', true)],
};

describe('parameter input', () => {
  it('starts with only the user ID filled in', () => {
    expect(firstValues(endpoint, 'demo-user-1')).toEqual({
      userId: 'demo-user-1',
      runId: '',
      search: '',
      limit: '',
    });
  });
});

describe('the curl command', () => {
  it('needs a token if the endpoint accepts one, and quotes the URL for the shell', () => {
    const path = requestPath(endpoint.path, parametersOf(endpoint), {
      userId: "o'brien",
      runId: '$(x)`',
      limit: '1',
    });
    const command = endpointCommand(endpoint, 'http://localhost:3000', path);
    expect(command).toBe(
      "curl -sS 'http://localhost:3000/api/user/o%27brien/runs/%24(x)%60/results?limit=1' \\\n  -H 'Authorization: Bearer YOUR_TOKEN'",
    );
    const open = { ...endpoint, auth: 'none', acceptsToken: false } as const;
    expect(endpointCommand(open, 'http://localhost', '/api/config')).toBe(
      "curl -sS 'http://localhost/api/config'",
    );
  });

  it('is null if the endpoint accepts only a session', () => {
    expect(endpointCommand({ ...endpoint, acceptsToken: false }, 'http://localhost', '/api/x')).toBeNull();
  });
});
