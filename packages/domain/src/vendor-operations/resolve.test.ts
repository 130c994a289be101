import type { VendorOperationRequest } from '@warranty/contracts/api-tester';
import { publicVendorBases } from '@warranty/contracts/vendors';
import { describe, expect, it } from 'vitest';
import { previewOperation } from './preview.ts';
import { type ResolvedOperation, resolveOperation, withAccessToken } from './resolve.ts';

const bases = publicVendorBases;
const clientKeys = { type: 'oauth2', clientId: 'an-id', clientSecret: 'a secret&more' } as const;

function resolved(request: VendorOperationRequest): ResolvedOperation {
  const result = resolveOperation(request, bases);
  if (!result.ok) throw new Error(`${result.error}: ${JSON.stringify(result.details)}`);
  return result;
}

function refusal(request: VendorOperationRequest): [string, ...string[]] {
  const result = resolveOperation(request, bases);
  if (result.ok) throw new Error(`it resolved to ${result.url}`);
  return [result.error, ...result.details.map(({ path, message }) => `${path}: ${message}`)];
}

const dell = (servicetags: string): VendorOperationRequest => ({
  vendor: 'dell',
  operation: 'asset-entitlements',
  parameters: { servicetags },
  auth: clientKeys,
});

describe('catalog operations', () => {
  it('request a Dell token with a form, then query the tag in upper case', () => {
    const { method, url, headers, body, tokenRequest, timeoutMs } = resolved(dell(' 7xk2p93 '));
    expect([method, url, body]).toEqual([
      'GET',
      'https://apigtwb2c.us.dell.com/PROD/sbil/eapi/v5/asset-entitlements?servicetags=7XK2P93',
      undefined,
    ]);
    expect(headers).toEqual({ accept: 'application/json' });
    expect(timeoutMs).toBe(15_000);
    expect(tokenRequest).toEqual({
      method: 'POST',
      url: 'https://apigtwb2c.us.dell.com/auth/oauth/v2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: 'grant_type=client_credentials&client_id=an-id&client_secret=a+secret%26more',
      timeoutMs: 10_000,
    });
    expect(withAccessToken(resolved(dell('7XK2P93')), 'tok').headers.authorization).toBe('Bearer tok');
  });

  it.each([
    ['assets', 'servicetags'],
    ['asset-components', 'servicetag'],
    ['asset-entitlement-components', 'servicetag'],
  ])("include Dell's %s, which takes %s", (operation, name) => {
    const { url } = resolved({ ...dell(''), operation, parameters: { [name]: 'abc1234' } });
    expect(url).toBe(`https://apigtwb2c.us.dell.com/PROD/sbil/eapi/v5/${operation}?${name}=ABC1234`);
  });

  it('post a list to HP', () => {
    const { method, url, body, headers, tokenRequest } = resolved({
      vendor: 'HP',
      operation: 'warranties',
      parameters: { serialNumber: '5CG4120ABC', productNumber: '8C2X9UT#ABA' },
      auth: clientKeys,
    });
    expect([method, url]).toEqual(['POST', 'https://warranty.api.hp.com/productwarranty/v2/queries']);
    expect(JSON.parse(body ?? '')).toEqual([{ sn: '5CG4120ABC', pn: '8C2X9UT#ABA' }]);
    expect(headers['content-type']).toBe('application/json');
    expect(tokenRequest?.url).toBe('https://warranty.api.hp.com/oauth/v1/token');
  });

  it("put Cisco's serial number into the path", () => {
    const { url, tokenRequest } = resolved({
      vendor: 'cisco',
      operation: 'coverage',
      parameters: { serial_numbers: 'FOC2712A0B1', page_index: '2' },
      auth: clientKeys,
    });
    expect(url).toBe(
      'https://apix.cisco.com/sn2info/v2/coverage/summary/serial_numbers/FOC2712A0B1?page_index=2',
    );
    expect(tokenRequest?.url).toBe('https://id.cisco.com/oauth2/default/v1/token');
  });

  it('post an object to Lenovo without a key, with the United Kingdom as gb', () => {
    const lenovo = (parameters: Record<string, string>) =>
      resolved({ vendor: 'lenovo', operation: 'warranty', parameters, auth: { type: 'bearer', key: 'k' } });
    const { method, url, body, headers } = lenovo({
      serialNumber: 'PF3ABCDE',
      country: 'UK',
      language: 'de',
    });
    expect([method, url]).toEqual([
      'POST',
      'https://pcsupport.lenovo.com/us/en/api/v4/upsell/redport/getIbaseInfo',
    ]);
    expect(JSON.parse(body ?? '')).toEqual({ serialNumber: 'PF3ABCDE', country: 'gb', language: 'de' });
    expect(headers).not.toHaveProperty('authorization');
    expect(JSON.parse(lenovo({ serialNumber: 'PF3ABCDE' }).body ?? '')).toMatchObject({
      country: 'us',
      language: 'en',
    });
  });

  it("send Meraki's key as a bearer token, or in the header of the previous version", () => {
    const meraki = (auth: object) =>
      resolved({
        vendor: 'meraki',
        operation: 'organizations',
        auth: { type: 'api_key', key: 'k1', ...auth },
      });
    expect(meraki({})).toMatchObject({
      url: 'https://api.meraki.com/api/v1/organizations',
      headers: { authorization: 'Bearer k1' },
    });
    const { headers } = meraki({ headerName: 'X-Cisco-Meraki-API-Key' });
    expect(headers).toEqual({ accept: 'application/json', 'x-cisco-meraki-api-key': 'k1' });
  });

  it("filter Meraki's devices only by the entered values", () => {
    const devices = (parameters: Record<string, string>) =>
      resolved({
        vendor: 'meraki',
        operation: 'devices',
        parameters: { organizationId: '549236', ...parameters },
        auth: { type: 'api_key', key: 'k' },
      }).url;
    const url = 'https://api.meraki.com/api/v1/organizations/549236/devices';
    expect(devices({ serial: '', model: ' ' })).toBe(url);
    expect(devices({ serial: 'Q2AB-1234-5678', model: 'MR 46&x' })).toBe(
      `${url}?serial=Q2AB-1234-5678&model=MR+46%26x`,
    );
  });

  it('use the base URLs that the operator configured', () => {
    const result = resolveOperation(dell('7XK2P93'), { ...bases, dell: 'http://127.0.0.1:4100' });
    expect(result).toMatchObject({
      url: 'http://127.0.0.1:4100/PROD/sbil/eapi/v5/asset-entitlements?servicetags=7XK2P93',
      tokenRequest: { url: 'http://127.0.0.1:4100/auth/oauth/v2/token' },
    });
  });
});

describe('resolveOperation', () => {
  const cisco = (parameters: object) =>
    refusal({ vendor: 'cisco', operation: 'coverage', parameters: { ...parameters }, auth: clientKeys });
  const refused = 'Parameter validation failed';

  it.each([
    [{ vendor: 'apple', operation: 'x' }, 'Unsupported vendor'],
    [{}, 'Unsupported vendor'],
    [{ vendor: 'constructor', operation: 'x' }, 'Unsupported vendor'],
    [{ vendor: 'dell' }, 'Unsupported operation'],
    [{ vendor: 'dell', operation: 'warranties' }, 'Unsupported operation'],
    [{ url: 'https://example.com' }, 'URL and method are required in custom URL mode'],
    [{ method: 'GET' as const }, 'URL and method are required in custom URL mode'],
    [{ url: ' ', method: 'GET' as const }, 'URL and method are required in custom URL mode'],
    [{ url: 'example.com', method: 'GET' as const }, 'Unable to resolve endpoint'],
    [{ url: 'ftp://example.com', method: 'GET' as const }, 'Unable to resolve endpoint'],
    [{ url: 'https://a:b@example.com', method: 'GET' as const }, 'Unable to resolve endpoint'],
  ])('rejects %j: %s', (request, error) => {
    expect(refusal(request)[0]).toBe(error);
  });

  it('reports what is wrong with each parameter', () => {
    expect(cisco({})).toEqual([
      refused,
      'parameters.serial_numbers: Missing required parameter: serial_numbers',
    ]);
    expect(cisco({ serial_numbers: 'foc2712a0b', page_index: 'two' })).toEqual([
      refused,
      'parameters.serial_numbers: Parameter serial_numbers does not match required pattern',
      'parameters.page_index: Parameter page_index must be a number',
    ]);
    expect(
      refusal({
        vendor: 'lenovo',
        operation: 'warranty',
        parameters: { serialNumber: 'ABCDEF', country: 'PL' },
      }),
    ).toEqual([refused, 'parameters.country: Parameter country must be one of: US, CA, UK, DE, FR, JP, CN']);
    expect(refusal(dell('7XK2P9'))[1]).toContain('servicetags does not match required pattern');
    expect(refusal(dell('7XK2P93\n'.repeat(2)))[1]).toContain('does not match required pattern');
  });

  it.each(['0x10', '1e', 'Infinity', 'NaN', '--1', '1 2', '1e999'])(
    'does not accept %s as a number',
    (page_index) => {
      expect(cisco({ serial_numbers: 'FOC2712A0B1', page_index })).toHaveLength(2);
    },
  );

  it('does not use inherited properties as parameters', () => {
    const request = { vendor: 'meraki', operation: 'devices', auth: { type: 'api_key', key: 'k' } } as const;
    expect(refusal({ ...request, parameters: Object.create({ organizationId: '1' }) })[1]).toContain(
      'Missing',
    );
  });

  it('reports which key is missing', () => {
    expect(refusal({ ...dell('7XK2P93'), auth: { type: 'oauth2', clientId: ' ' } })).toEqual([
      refused,
      'auth.key: Dell needs a client ID and client secret, or an access token.',
    ]);
    expect(refusal({ vendor: 'meraki', operation: 'organizations' })[1]).toContain(
      'Meraki needs an API key.',
    );
  });

  it("rejects any other method than the operation's", () => {
    expect(refusal({ ...dell('7XK2P93'), methodOverride: 'DELETE' })).toEqual([
      'Unsupported operation',
      'methodOverride: Asset warranty must be called with GET.',
    ]);
    expect(resolved({ ...dell('7XK2P93'), methodOverride: 'GET' }).method).toBe('GET');
  });
});

describe('a custom URL', () => {
  const custom = (request: VendorOperationRequest) =>
    resolved({ url: 'https://api.example.com/a?b=c#d', method: 'GET', ...request });

  it('is sent as entered, without its fragment', () => {
    expect(custom({})).toMatchObject({
      method: 'GET',
      url: 'https://api.example.com/a?b=c',
      body: undefined,
    });
  });

  it('has a JSON body only with POST and PUT', () => {
    const body = ' {"a":1} ';
    expect(custom({ body }).body).toBeUndefined();
    expect(custom({ body, method: 'DELETE' }).body).toBeUndefined();
    expect(custom({ body, method: 'PUT' })).toMatchObject({
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(
      custom({ body, method: 'POST', extraHeaders: [{ key: 'Content-Type', value: 'text/x' }] }).headers,
    ).toEqual({ accept: 'application/json', 'content-type': 'text/x' });
    expect(refusal({ url: 'https://a.example', method: 'POST', body: '{a}' })).toEqual([
      'Parameter validation failed',
      'body: Request body must be valid JSON',
    ]);
  });

  it('is shown without the key', () => {
    const { url, shownUrl } = custom({ auth: { type: 'query', key: 'k&y', queryParam: 'token' } });
    expect(url).toBe('https://api.example.com/a?b=c&token=k%26y');
    expect(shownUrl).toBe('https://api.example.com/a?b=c');
  });

  it('requires an access token instead of client keys', () => {
    const request = { url: 'https://a.example', method: 'GET', auth: clientKeys } as const;
    expect(refusal(request)[1]).toContain('auth.clientId: A custom URL takes an access token.');
  });
});

describe('an entered body', () => {
  it('replaces the one built from the parameters', () => {
    const { body } = resolved({
      vendor: 'hp',
      operation: 'warranties',
      parameters: { serialNumber: '5CG4120ABC' },
      auth: { type: 'oauth2', key: 'tok' },
      body: '[{"sn":"A"},{"sn":"B"}]',
    });
    expect(body).toBe('[{"sn":"A"},{"sn":"B"}]');
  });
});

describe('previewOperation', () => {
  it('shows names for missing values, and never a key', () => {
    const request = { vendor: 'meraki', operation: 'devices', auth: { type: 'api_key', key: 'k' } } as const;
    expect(previewOperation(request, bases)?.url).toBe(
      'https://api.meraki.com/api/v1/organizations/{organizationId}/devices',
    );
    expect(previewOperation(dell(''), bases)?.url).toMatch(
      /asset-entitlements\?servicetags=\{servicetags\}$/,
    );
    expect(previewOperation(dell('abc1234'), bases)?.url).toMatch(/\?servicetags=ABC1234$/);
    expect(previewOperation({ url: ' https://a.example ', method: 'PUT' }, bases)).toEqual({
      method: 'PUT',
      url: 'https://a.example',
    });
  });

  it('returns null until an operation or URL is chosen', () => {
    for (const request of [{}, { vendor: 'dell' }, { url: '', method: 'GET' as const }])
      expect(previewOperation(request, bases)).toBeNull();
  });
});
