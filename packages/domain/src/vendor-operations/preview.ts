import type { VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { VendorBases } from '@warranty/contracts/vendors';
import type { OperationParameter, TesterMethod } from '@warranty/contracts/vendors/vendor';
import { writtenText } from './parameters.ts';
import { findOperation, findVendor, isCustom } from './resolve.ts';

/**
 * The URL of a form while it is being filled in, with `{name}` for missing values; never contains the key. For display
 * only: `resolveOperation` builds the URL that is sent.
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
  const written = (parameter: OperationParameter) =>
    encodeURIComponent(writtenText(parameter, request.parameters ?? {}).toWellFormed());
  const path = operation.path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = operation.parameters.find((each) => each.name === name);
    return (parameter && written(parameter)) || whole;
  });
  const query = operation.parameters.flatMap((parameter) => {
    const { name, wireName, in: place, required } = parameter;
    const value = written(parameter) || (required ? `{${name}}` : '');
    return place === 'query' && value ? [`${wireName}=${value}`] : [];
  });
  const url = bases[operation.base] + path + (query.length > 0 ? `?${query.join('&')}` : '');
  return { method: operation.method, url };
}
