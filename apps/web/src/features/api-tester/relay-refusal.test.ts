import { describe, expect, it } from 'vitest';
import { relayDisabledReason } from './relay-refusal.ts';
import { emptyForm } from './tester-form.ts';

const custom = (url: string) => ({ ...emptyForm, customUrl: true, url });
const rules = { relayCustomUrls: true, relayPorts: [80, 443, 8443, 9443] };

describe('relayDisabledReason', () => {
  it("follows the administrator's rules and the URL", () => {
    expect(relayDisabledReason(custom('https://example.com'), { ...rules, relayCustomUrls: false })).toBe(
      'The administrator has disabled server requests to custom URLs.',
    );
    expect(relayDisabledReason(custom(' http://example.com:3300/x '), rules)).toBe(
      'Port 3300 is not allowed.',
    );
    expect(relayDisabledReason(custom('http://localhost/'), rules)).toBe(
      'Only public addresses are allowed, and localhost is not public.',
    );
  });

  it.each([
    ['a URL that the server may call', custom('https://example.com:9443/')],
    ['a vendor operation, whatever its URL', { ...emptyForm, vendor: 'dell', operation: 'assets' }],
    [
      'a vendor, whatever URL was entered before',
      { ...custom('http://localhost/'), customUrl: false, vendor: 'dell' },
    ],
  ])('is null for %s', (_, form) => {
    expect(relayDisabledReason(form, { ...rules, relayCustomUrls: form.customUrl })).toBeNull();
  });
});
