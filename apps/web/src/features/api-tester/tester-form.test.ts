import { testerVendors } from '@warranty/contracts/vendors';
import { describe, expect, it } from 'vitest';
import {
  authTypeIn,
  clientKeyNotice,
  emptyForm,
  formFor,
  nameOfOperation,
  refusingPatternIn,
  requestOf,
  sendDisabledReason,
  sourceNameOf,
  type TesterForm,
  takesBody,
  usesStoredKeys,
  withOperation,
  withVendor,
} from './tester-form.ts';

const form = (patch: Partial<TesterForm>): TesterForm => ({ ...emptyForm, ...patch });
const dell = form({
  vendor: 'dell',
  operation: 'asset-entitlements',
  parameters: { servicetags: 'ABC1234' },
  clientId: 'id',
  clientSecret: 'secret',
});

describe('sendDisabledReason', () => {
  it.each([
    [emptyForm, 'Please select a vendor and operation to test the API, or enable Custom URL mode.'],
    [
      form({ vendor: 'dell' }),
      'Please select a vendor and operation to test the API, or enable Custom URL mode.',
    ],
    [form({ customUrl: true, url: ' ' }), 'Please enter a URL to test the API in custom URL mode.'],
    [{ ...dell, parameters: {} }, 'Missing required parameter: servicetags'],
    [
      { ...dell, parameters: { servicetags: 'ABC' } },
      'Parameter servicetags does not match required pattern',
    ],
    [
      { ...dell, clientId: '', clientSecret: ' ' },
      'Dell needs a client ID and client secret, or an access token.',
    ],
    [form({ vendor: 'meraki', operation: 'organizations' }), 'Meraki needs an API key.'],
    // A key entered for another kind of authentication does not count.
    [
      { ...dell, clientId: '', clientSecret: '', apiKey: 'key' },
      'Dell needs a client ID and client secret, or an access token.',
    ],
  ])('%# returns what is missing', (given, reason) => {
    expect(sendDisabledReason(given)).toBe(reason);
  });

  it.each([
    dell,
    { ...dell, clientSecret: '' },
    form({ vendor: 'lenovo', operation: 'warranty', parameters: { serialNumber: 'PF123456' } }),
    form({ vendor: 'meraki', operation: 'organizations', apiKey: 'key' }),
    form({ customUrl: true, url: 'https://example.com', authType: 'bearer' }),
    // An error in an optional parameter is reported on send.
    form({
      vendor: 'meraki',
      operation: 'devices',
      parameters: { organizationId: '1', serial: 'x' },
      apiKey: 'key',
    }),
  ])('%# returns null', (given) => {
    expect(sendDisabledReason(given)).toBeNull();
  });
});

describe('the notice about client keys before they are sent', () => {
  it.each([
    [{ clientSecret: ' ' }, 'There is no client secret: the client ID is sent as an access token.'],
    [{ clientId: '' }, 'There is no client ID: the client secret is sent as an access token.'],
    [{}, null],
    [{ clientId: '', clientSecret: '' }, null],
    [{ customUrl: true, clientSecret: '' }, null],
    [{ vendor: 'meraki', operation: 'organizations', clientSecret: '' }, null],
  ])('for %j is %s', (patch, notice) => {
    expect(clientKeyNotice({ ...dell, ...patch })).toBe(notice);
  });
});

describe('the pattern that blocks a form', () => {
  it.each([
    [{ servicetags: 'ABC' }, '^[A-Z0-9]{7,8}$'],
    [{ servicetags: 'abc1234' }, null],
    [{}, null],
  ])('for %j is %s', (parameters, pattern) => {
    expect(refusingPatternIn({ ...dell, parameters })).toBe(pattern);
  });
});

describe('requestOf', () => {
  it("uses the vendor's authentication, or the selected one in custom mode", () => {
    expect(requestOf({ ...dell, authType: 'query', apiKey: 'other' }).auth).toEqual({
      type: 'oauth2',
      clientId: 'id',
      clientSecret: 'secret',
    });
    const custom = {
      ...dell,
      customUrl: true,
      url: 'https://example.com',
      authType: 'query',
      apiKey: 'k',
    } as const;
    expect(requestOf(custom)).toEqual({
      url: 'https://example.com',
      method: 'GET',
      auth: { type: 'query', key: 'k' },
    });
    expect(authTypeIn(custom)).toBe('query');
  });

  it('sends no key without authentication, even if one was entered before', () => {
    const none = form({ customUrl: true, url: 'https://example.com', apiKey: 'k', clientId: 'c' });
    expect(requestOf(none).auth).toEqual({ type: 'none' });
  });

  it('has a body only for POST and PUT', () => {
    const custom = form({ customUrl: true, url: 'https://example.com', body: '{}' });
    const hasBody = (method: TesterForm['method']) => 'body' in requestOf({ ...custom, method });
    expect((['GET', 'POST', 'PUT', 'DELETE'] as const).map(hasBody)).toEqual([false, true, true, false]);
    expect(takesBody(dell)).toBe(false);
    expect(takesBody(form({ vendor: 'hp', operation: 'warranties' }))).toBe(true);
  });
});

describe('withVendor', () => {
  it("never keeps one vendor's keys for another", () => {
    expect(withVendor(dell, 'hp')).toMatchObject({ clientId: '', clientSecret: '', parameters: {} });
    expect(withVendor(form({ apiKey: 'key' }), 'meraki').apiKey).toBe('key');
  });

  it('selects the operation if there is only one', () => {
    expect(withVendor(emptyForm, 'hp').operation).toBe('warranties');
    expect(withVendor(emptyForm, 'dell').operation).toBe('');
  });

  it('clears the input of the previous operation', () => {
    expect(withOperation({ ...dell, body: '{}' }, 'assets')).toMatchObject({ parameters: {}, body: '' });
  });
});

describe('sourceNameOf', () => {
  it('names the operation or the host', () => {
    expect(sourceNameOf(dell)).toBe('Dell: Asset warranty');
    expect(sourceNameOf({ ...dell, customUrl: true, url: 'https://example.com:8443/x?y' })).toBe(
      'example.com:8443',
    );
  });
});

describe('stored keys', () => {
  const stored = { ...dell, clientId: '', clientSecret: '', useStoredKeys: true };

  it('take the place of entered ones, which are not sent', () => {
    expect(sendDisabledReason(stored)).toBeNull();
    const request = requestOf({ ...stored, clientId: 'entered', apiKey: 'entered' });
    expect(request).toMatchObject({ vendor: 'dell', useStoredKeys: true });
    expect(JSON.stringify(request)).not.toContain('entered');
    expect(clientKeyNotice({ ...stored, clientId: 'entered' })).toBeNull();
  });

  it('are never sent to a custom URL, a vendor that takes no key, or another vendor', () => {
    const custom = { ...stored, customUrl: true, url: 'https://example.com' };
    expect(requestOf(custom)).not.toHaveProperty('useStoredKeys');
    expect(usesStoredKeys({ ...stored, vendor: 'lenovo', operation: 'warranty' })).toBe(false);
    expect(usesStoredKeys(withVendor(stored, 'hp'))).toBe(false);
  });
});

describe('the name of an operation', () => {
  it.each(
    testerVendors.flatMap(({ id, tester }) => tester.operations.map((operation) => `${id}.${operation.id}`)),
  )('%s selects it', (name) => {
    expect(nameOfOperation(formFor(name))).toBe(name);
  });

  it.each([null, '', '.', 'unknown', 'unknown.asset-entitlements', 'constructor.name', '__proto__.x'])(
    'selects nothing if there is no such vendor: %s',
    (name) => expect(formFor(name)).toEqual(emptyForm),
  );

  it('selects the vendor alone if it has no such operation', () => {
    expect(nameOfOperation(formFor('dell.x'))).toBe('dell.');
    expect(formFor('dell.x')).toMatchObject({ vendor: 'dell', operation: '' });
  });

  it('has nothing that was typed', () => {
    expect(nameOfOperation(dell)).toBe('dell.asset-entitlements');
    expect(nameOfOperation({ ...dell, customUrl: true, url: 'https://example.com/?key=secret' })).toBeNull();
  });
});
