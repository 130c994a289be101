import { errorMessage } from '@warranty/contracts/core/errors';
import type { ConfigReply } from '@warranty/contracts/system';
import { relayRefusal } from '@warranty/domain/vendor-operations/reach';
import type { TesterForm } from './tester-form.ts';

type RelayRules = Pick<ConfigReply, 'relayCustomUrls' | 'relayPorts'>;

/** Why the server would block this call, as far as the page can know; null if it may be allowed. */
export function relayDisabledReason({ customUrl, url: typed }: TesterForm, rules: RelayRules): string | null {
  if (!customUrl) return null;
  if (!rules.relayCustomUrls) return errorMessage('custom_urls_off');
  const url = URL.parse(typed.trim());
  return (url && relayRefusal(url, new Set(rules.relayPorts))?.message) ?? null;
}
