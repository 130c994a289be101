import { assertionProof } from '@warranty/connectors/apple/assertion';
import { VendorError } from '@warranty/connectors/outcome';
import type { OperationAuth, VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { Vendor, VendorBases } from '@warranty/contracts/vendors';
import type { KeyType } from '@warranty/contracts/vendors/vendor';
import { type TokenRequest, tokenRequestOf } from '@warranty/domain/vendor-operations/auth';
import {
  findVendor,
  type ResolvedOperation,
  resolveOperation,
} from '@warranty/domain/vendor-operations/resolve';
import { placeholderAuth } from '@warranty/domain/vendor-operations/stored-keys';
import { AppError } from '../../platform/http/app-error.ts';

type StoredKeys = Partial<Record<KeyType, string>>;

/** A request ready to be sent, and what its reply must not repeat. */
interface AuthorizedOperation {
  resolved: ResolvedOperation;
  secrets: string[];
}

/** Puts the stored keys in the place of the placeholders. */
export function authorize(
  request: VendorOperationRequest,
  keys: StoredKeys,
  bases: VendorBases,
): AuthorizedOperation {
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

function authOf(vendor: Vendor, keys: StoredKeys): OperationAuth {
  const { client_id: clientId, client_secret: clientSecret, api_key: key } = keys;
  const { type } = vendor.tester.auth;
  if (type === 'oauth2') return { type, clientId, clientSecret };
  return type === 'api_key' ? { type, key } : placeholderAuth(vendor);
}

/** Apple exchanges a signed assertion for the access token, in the place of a client secret. */
function appleTokenRequest(
  { name, token, timeouts }: Vendor,
  { client_id: clientId = '', key_id: keyId = '', private_key: privateKey = '' }: StoredKeys,
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
