import { assertionProof } from '@warranty/connectors/apple/assertion';
import { VendorError } from '@warranty/connectors/outcome';
import type { OperationAuth, VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { Vendor, VendorBases } from '@warranty/contracts/vendors';
import { type TokenRequest, tokenRequestOf } from '@warranty/domain/vendor-operations/auth';
import { findVendor, resolveOperation } from '@warranty/domain/vendor-operations/resolve';
import { placeholderAuth } from '@warranty/domain/vendor-operations/stored-keys';
import type { ClearKeys } from '../../lookups/vendors/vendor-apis.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** Puts the stored keys in the place of the placeholders. Returns also what the reply must not repeat. */
export function authorize(request: VendorOperationRequest, keys: ClearKeys, bases: VendorBases) {
  const vendor = findVendor(request.vendor);
  if (!vendor) throw new AppError('unsupported_vendor');
  if (vendor.neededKeys.some((type) => !keys[type]))
    throw new AppError('vendor_keys_missing', { values: { vendor: vendor.name } });
  const resolved = resolveOperation({ ...request, auth: authOf(vendor, keys) }, bases);
  if (!resolved.ok) throw new AppError(resolved.code, { details: resolved.details });
  const secrets = Object.values(keys);
  if (vendor.id !== 'apple') return { resolved, secrets };
  const { tokenRequest, assertion } = appleTokenRequest(vendor, keys, bases);
  return { resolved: { ...resolved, tokenRequest }, secrets: [...secrets, assertion] };
}

function authOf(vendor: Vendor, keys: ClearKeys): OperationAuth {
  const { client_id: clientId, client_secret: clientSecret, api_key: key } = keys;
  const { type } = vendor.tester.auth;
  if (type === 'oauth2') return { type, clientId, clientSecret };
  return type === 'api_key' ? { type, key } : placeholderAuth(vendor);
}

/** Apple exchanges a signed assertion for the access token, in the place of a client secret. */
function appleTokenRequest(
  { name, token, timeouts }: Vendor,
  { client_id: clientId = '', key_id: keyId = '', private_key: privateKey = '' }: ClearKeys,
  bases: VendorBases,
): { tokenRequest: TokenRequest; assertion: string } {
  if (!token) throw new AppError('endpoint_unresolved');
  try {
    const proof = assertionProof({ clientId, keyId, privateKey }, Date.now)();
    const tokenRequest = tokenRequestOf(bases[token.base] + token.path, proof, timeouts.tokenMs);
    return { tokenRequest, assertion: proof.client_assertion ?? '' };
  } catch (error) {
    if (error instanceof VendorError) throw new AppError('vendor_keys_refused', { values: { vendor: name } });
    throw error;
  }
}
