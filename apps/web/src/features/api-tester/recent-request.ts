import { testerMethods } from '@warranty/contracts/vendors/vendor';
import { emptyForm, methodIn, type TesterForm } from './tester-form.ts';

/** A request without anything that could be a key: no header values, no body, and of a custom URL only the server. */
export interface RecentRequest
  extends Pick<TesterForm, 'customUrl' | 'url' | 'method' | 'vendor' | 'operation' | 'parameters'> {
  headerNames: string[];
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Validates because the value comes from browser storage, which is not trusted. */
export function isRecentRequest(value: unknown): value is RecentRequest {
  if (typeof value !== 'object' || value === null) return false;
  const { customUrl, url, method, vendor, operation, parameters, headerNames } = value as Record<
    keyof RecentRequest,
    unknown
  >;
  return (
    typeof customUrl === 'boolean' &&
    [url, vendor, operation].every(isText) &&
    url === serverOf(String(url)) &&
    testerMethods.some((known) => known === method) &&
    typeof parameters === 'object' &&
    parameters !== null &&
    Object.values(parameters).every(isText) &&
    Array.isArray(headerNames) &&
    headerNames.every(isText)
  );
}

/** Without path and query: webhooks and bots have their key in the path, and nothing tells it from an ordinary name. */
function serverOf(typed: string): string {
  const { origin = 'null' } = URL.parse(typed.trim()) ?? {};
  return origin === 'null' ? '' : `${origin}/`;
}

export function toRecentRequest(form: TesterForm): RecentRequest {
  const { customUrl, vendor, operation, parameters, headers } = form;
  return {
    customUrl,
    url: customUrl ? serverOf(form.url) : '',
    method: methodIn(form) ?? 'GET',
    vendor: customUrl ? '' : vendor,
    operation: customUrl ? '' : operation,
    parameters: customUrl ? {} : parameters,
    headerNames: headers.map(({ key }) => key.trim()).filter((name) => name !== ''),
  };
}

/** Restores the form without the keys. */
export function formOf({ headerNames, ...request }: RecentRequest): TesterForm {
  const headers = headerNames.map((key, id) => ({ id, key, value: '' }));
  return { ...emptyForm, ...request, headers };
}
