import { publicVendorBases } from '@warranty/contracts/vendors';
import { describe, expect, it } from 'vitest';
import { curlCommands } from './curl-commands.ts';

const canary = 'canary-9f2';
const command = (request: Parameters<typeof curlCommands>[0]) => curlCommands(request, publicVendorBases);

describe('curlCommands', () => {
  it('requests a token first if keys are exchanged for one', () => {
    const text = command({
      vendor: 'dell',
      operation: 'assets',
      parameters: { servicetags: 'abc1234' },
      auth: { type: 'oauth2', clientId: canary, clientSecret: canary },
    });
    expect(text).toBe(
      [
        "curl -sS -X POST 'https://apigtwb2c.us.dell.com/auth/oauth/v2/token' \\",
        "  -H 'content-type: application/x-www-form-urlencoded' \\",
        "  -H 'accept: application/json' \\",
        "  --data-raw 'grant_type=client_credentials&client_id=YOUR_CLIENT_ID&client_secret=YOUR_CLIENT_SECRET'",
        '',
        "curl -sS 'https://apigtwb2c.us.dell.com/PROD/sbil/eapi/v5/assets?servicetags=ABC1234' \\",
        "  -H 'accept: application/json' \\",
        "  -H 'authorization: Bearer YOUR_ACCESS_TOKEN'",
      ].join('\n'),
    );
  });

  it.each([
    ['meraki', 'organizations', 'authorization: Bearer YOUR_API_KEY'],
    ['dell', 'assets', 'client_id=YOUR_CLIENT_ID&client_secret=YOUR_CLIENT_SECRET'],
    ['apple', 'devices', 'authorization: Bearer YOUR_ACCESS_TOKEN'],
  ])('has placeholders for the stored keys of %s', (vendor, operation, placeholder) => {
    const parameters: Record<string, string> = vendor === 'dell' ? { servicetags: 'abc1234' } : {};
    expect(command({ vendor, operation, parameters, useStoredKeys: true })).toContain(placeholder);
  });

  it.each([
    { type: 'bearer', key: canary },
    { type: 'header', key: canary, headerName: 'X-Own' },
    { type: 'query', key: canary, queryParam: 'sig' },
    { type: 'api_key', key: canary },
    { type: 'oauth2', key: canary },
  ] as const)('never contains a key: %j', (auth) => {
    const text = command({
      url: `https://example.com/x?api_key=${canary}&page=2`,
      method: 'PUT',
      auth,
      extraHeaders: [
        { key: 'X-Auth-Token', value: canary },
        { key: 'X-Trace', value: 'on' },
      ],
      body: '{"a":1}',
    });
    expect(text).not.toContain(canary);
    expect(text).toMatch(/YOUR_(API_KEY|ACCESS_TOKEN)/);
    expect(text).toContain('page=2');
    expect(text).toContain('x-trace: on');
  });

  it('quotes all shell syntax', () => {
    const body = JSON.stringify({ a: "'; rm -rf / #", b: '$(id) `id`' });
    const text = command({ url: 'https://example.com/', method: 'POST', body });
    expect(text).toContain(`--data-raw '${body.replaceAll("'", "'\\''")}'`);
  });

  it('is null until the form is complete', () => {
    expect(command({ vendor: 'dell', operation: 'assets', parameters: {} })).toBeNull();
  });
});
