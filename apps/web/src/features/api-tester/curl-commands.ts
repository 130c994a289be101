import type { VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { VendorBases } from '@warranty/contracts/vendors';
import { curlCommand } from '@warranty/domain/request-examples/curl-command';
import type { Refusal } from '@warranty/domain/vendor-operations/problems';
import { resolveOperation } from '@warranty/domain/vendor-operations/resolve';
import { withPlaceholders } from '@warranty/domain/vendor-operations/stored-keys';

const mayHoldKey = (name: string) => /auth|key|token|secret|pass|sign|session|credential/i.test(name);

function withoutQueryKeys(typed: string): string {
  const url = URL.parse(typed.trim());
  if (url === null) return typed;
  for (const name of [...url.searchParams.keys()].filter(mayHoldKey)) {
    url.searchParams.set(name, 'YOUR_API_KEY');
  }
  return url.href;
}

/** Replaces every key with a placeholder, because commands are pasted into chats and tickets. */
function withoutKeys(sent: VendorOperationRequest): VendorOperationRequest | Refusal {
  const request = withPlaceholders(sent);
  if ('ok' in request || sent.useStoredKeys) return request;
  const { auth = { type: 'none' }, extraHeaders = [] } = request;
  const { key: _, clientId, clientSecret, ...named } = auth;
  const keys =
    clientId?.trim() && clientSecret?.trim()
      ? { clientId: 'YOUR_CLIENT_ID', clientSecret: 'YOUR_CLIENT_SECRET' }
      : { key: auth.type === 'oauth2' ? 'YOUR_ACCESS_TOKEN' : 'YOUR_API_KEY' };
  return {
    ...request,
    ...(request.url !== undefined && { url: withoutQueryKeys(request.url) }),
    auth: { ...named, ...keys },
    extraHeaders: extraHeaders.map(({ key, value }) => ({
      key,
      value: mayHoldKey(key) ? 'YOUR_VALUE' : value,
    })),
  };
}

/** The request as shell commands, the token request first; null until the form is complete. */
export function curlCommands(request: VendorOperationRequest, bases: VendorBases): string | null {
  const shown = withoutKeys(request);
  const resolved = 'ok' in shown ? shown : resolveOperation(shown, bases);
  if (!resolved.ok) return null;
  const { tokenRequest, headers } = resolved;
  if (!tokenRequest) return curlCommand(resolved);
  const authorized = { ...headers, authorization: 'Bearer YOUR_ACCESS_TOKEN' };
  return `${curlCommand(tokenRequest)}\n\n${curlCommand({ ...resolved, headers: authorized })}`;
}
