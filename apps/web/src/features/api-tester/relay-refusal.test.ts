import { describe, expect, it } from 'vitest';
import { relayDisabledReason } from './relay-refusal.ts';
import { emptyForm } from './tester-form.ts';

const custom = (url: string) => ({ ...emptyForm, customUrl: true, url });
const rules = { relayCustomUrls: true, relayPorts: [80, 443, 8443, 9443] };

describe('why the server cannot make a call', () => {
  it('is told by the operator’s rules and by the address', () => {
    expect(relayDisabledReason(custom('https://example.com'), { ...rules, relayCustomUrls: false })).toBe(
      'The operator of this installation does not let the server call addresses that users type.',
    );
    expect(relayDisabledReason(custom(' http://example.com:3300/x '), rules)).toBe(
      'The server does not call port 3300.',
    );
    expect(relayDisabledReason(custom('http://localhost/'), rules)).toBe(
      'The server calls public addresses only; localhost is none.',
    );
  });

  it.each([
    ['an address that it may call', custom('https://example.com:9443/')],
    ['a vendor’s operation, wherever that is', { ...emptyForm, vendor: 'dell', operation: 'assets' }],
    [
      'a vendor, whatever was typed before',
      { ...custom('http://localhost/'), customUrl: false, vendor: 'dell' },
    ],
  ])('is nothing for %s', (_, form) => {
    expect(relayDisabledReason(form, { ...rules, relayCustomUrls: form.customUrl })).toBeNull();
  });
});
