import type { VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { TesterMethod, VendorBases } from '@warranty/contracts/vendor-catalog';
import { findOperation, findVendor, isCustom } from './resolve.ts';

/**
 * The address a form stands for while it is being filled in, with `{name}` where nothing is typed yet; never the key.
 * It is there to be read: what is sent comes from `resolveOperation`.
 */
export function previewOperation(
  request: VendorOperationRequest,
  bases: VendorBases,
): { method: TesterMethod; url: string } | null {
  if (isCustom(request)) {
    const { url, method } = request;
    return url?.trim() && method ? { method, url: url.trim() } : null;
  }
  const vendor = findVendor(request.vendor);
  const operation = vendor && findOperation(vendor, request.operation);
  if (!operation) return null;
  const written = (name: string, typedAs?: 'upper') => {
    const text = String(request.parameters?.[name] ?? '').trim();
    return encodeURIComponent((typedAs === 'upper' ? text.toUpperCase() : text).toWellFormed());
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (whole, name: string) => written(name) || whole);
  const query = operation.parameters.flatMap(({ name, sentName = name, in: place, required, typedAs }) => {
    const value = written(name, typedAs) || (required ? `{${name}}` : '');
    return place === 'query' && value ? [`${sentName}=${value}`] : [];
  });
  const url = bases[operation.base] + path + (query.length > 0 ? `?${query.join('&')}` : '');
  return { method: operation.method, url };
}
