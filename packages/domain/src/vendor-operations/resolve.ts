import type { OperationAuth, OperationProblem, VendorOperationRequest } from '@warranty/contracts/api-tester';
import {
  testerVendors,
  type Vendor,
  type VendorBaseName,
  type VendorBases,
} from '@warranty/contracts/vendors';
import {
  type AuthRequirement,
  defaultTimeouts,
  type TesterMethod,
  type VendorDefinition,
  type VendorOperation,
} from '@warranty/contracts/vendors/vendor';
import { applyAuth, type TokenRequest } from './auth.ts';
import { readHeaders } from './headers.ts';
import { type ReadValues, readParameters } from './parameters.ts';
import { problem, type Refusal, refuse } from './problems.ts';

/** A request that the browser or the server can send. */
export interface ResolvedOperation {
  ok: true;
  method: TesterMethod;
  url: string;
  /** The URL without the key, for display. */
  shownUrl: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string | undefined;
  timeoutMs: number;
  tokenRequest: TokenRequest | undefined;
}

interface Target {
  method: TesterMethod;
  url: URL;
  builtBody: string | undefined;
  auth: OperationAuth;
  tokenUrl: string | null;
  timeouts: VendorDefinition['timeouts'];
}

export const isCustom = ({ url, method }: VendorOperationRequest) =>
  url !== undefined || method !== undefined;

/** Turns the input into a request, or reports what is wrong with it. */
export function resolveOperation(
  request: VendorOperationRequest,
  bases: VendorBases,
): ResolvedOperation | Refusal {
  const target = isCustom(request) ? customTarget(request) : catalogTarget(request, bases);
  if ('ok' in target) return target;
  const { method, url, tokenUrl, timeouts } = target;
  const { headers, problems: headerProblems } = readHeaders(request.extraHeaders ?? []);
  const body = readBody(request.body, target);
  const auth = applyAuth(target.auth, tokenUrl, timeouts.tokenMs);
  const problems = [...headerProblems, ...body.problems, ...auth.problems];
  if (problems.length > 0) return refuse('parameters_refused', problems);

  const shownUrl = url.href;
  if (auth.query) url.searchParams.append(...auth.query);
  const json = body.text === undefined ? {} : { 'content-type': 'application/json' };
  return {
    ok: true,
    method,
    url: url.href,
    shownUrl,
    headers: { accept: 'application/json', ...json, ...headers, ...auth.headers },
    body: body.text,
    timeoutMs: timeouts.lookupMs,
    tokenRequest: auth.tokenRequest ?? undefined,
  };
}

/** Adds the access token that the token request returned. */
export function withAccessToken(resolved: ResolvedOperation, token: string): ResolvedOperation {
  return { ...resolved, headers: { ...resolved.headers, authorization: `Bearer ${token}` } };
}

export function findVendor(id: string | undefined): Vendor | undefined {
  const wanted = id?.trim().toLowerCase();
  return testerVendors.find((vendor) => vendor.id === wanted);
}

/** An operation on one of the known hosts. */
export type TesterOperation = VendorOperation<VendorBaseName>;

export function findOperation({ tester }: Vendor, id: string | undefined): TesterOperation | undefined {
  return tester.operations.find((operation) => operation.id === id);
}

function customTarget(request: VendorOperationRequest): Target | Refusal {
  const { url: typed, method, auth = { type: 'none' } } = request;
  const text = typed?.trim() ?? '';
  if (text === '' || method === undefined) return refuse('custom_url_incomplete');
  const url = URL.parse(text);
  if (url === null) return refuse('endpoint_unresolved', [problem('url', 'Enter a complete URL.')]);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse('endpoint_unresolved', [problem('url', 'The URL must start with http:// or https://.')]);
  if (url.username !== '' || url.password !== '')
    return refuse('endpoint_unresolved', [problem('url', 'URLs must not contain a user name or password.')]);
  url.hash = '';
  return { method, url, builtBody: undefined, auth, tokenUrl: null, timeouts: defaultTimeouts };
}

function catalogTarget(request: VendorOperationRequest, bases: VendorBases): Target | Refusal {
  const vendor = findVendor(request.vendor);
  if (!vendor) return refuse('unsupported_vendor');
  const operation = findOperation(vendor, request.operation);
  if (!operation) return refuse('unsupported_operation');
  const { methodOverride = operation.method } = request;
  if (methodOverride !== operation.method) {
    const message = `${operation.name} must be called with ${operation.method}.`;
    return refuse('unsupported_operation', [problem('methodOverride', message)]);
  }
  const auth = requiredAuth(vendor.tester.auth, request.auth);
  const { read, problems } = readParameters(operation, request.parameters ?? {});
  const missingKey = keyProblem(vendor, auth);
  if (missingKey) problems.push(missingKey);
  if (problems.length > 0) return refuse('parameters_refused', problems);
  const url = operationUrl(operation, read, bases);
  if (url === null) return refuse('endpoint_unresolved');
  return {
    method: operation.method,
    url,
    builtBody: operationBody(operation, read),
    auth,
    tokenUrl: vendor.token ? bases[vendor.token.base] + vendor.token.path : null,
    timeouts: vendor.timeouts,
  };
}

/** The vendor's authentication type; entered names replace the vendor's default names. */
function requiredAuth(requirement: AuthRequirement, typed: OperationAuth = { type: 'none' }): OperationAuth {
  const { type, headerName } = requirement;
  const ownName = typed.headerName?.trim() || typed.queryParam?.trim();
  return {
    ...typed,
    type,
    ...(ownName ? {} : { headerName: headerName ?? undefined, queryParam: undefined }),
  };
}

function keyProblem({ name, tester }: Vendor, auth: OperationAuth): OperationProblem | null {
  const isGiven = [auth.key, auth.clientId, auth.clientSecret].some((value) => value?.trim());
  if (tester.auth.type === 'none' || isGiven) return null;
  return problem('auth.key', `${name} needs ${tester.auth.needs}.`);
}

/** Each value becomes one encoded segment. The result is checked, so that no value can escape the template. */
function operationUrl(operation: TesterOperation, read: ReadValues, bases: VendorBases): URL | null {
  const base = URL.parse(bases[operation.base]);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(read.get(name) ?? '')),
  );
  const url = base && URL.parse(path, base.origin);
  if (!url || url.origin !== base?.origin || url.pathname !== path) return null;
  for (const { name, wireName, in: place } of operation.parameters) {
    const value = read.get(name);
    if (place === 'query' && value !== undefined) url.searchParams.append(wireName, String(value));
  }
  return url;
}

function operationBody(operation: VendorOperation, read: ReadValues): string | undefined {
  if (!operation.body) return undefined;
  const members = operation.parameters.flatMap(({ name, wireName, in: place }) =>
    place === 'body' && read.has(name) ? [[wireName, read.get(name)] as const] : [],
  );
  const object = Object.fromEntries(members);
  return JSON.stringify(operation.body === 'list' ? [object] : object);
}

/** An entered body replaces the one built from the parameters. GET and DELETE have none. */
function readBody(typed: string | undefined, { method, builtBody }: Target) {
  const text = typed?.trim() ?? '';
  if (method !== 'POST' && method !== 'PUT') return { text: undefined, problems: [] };
  if (text === '') return { text: builtBody, problems: [] };
  try {
    JSON.parse(text);
    return { text, problems: [] };
  } catch {
    return { text: undefined, problems: [problem('body', 'Request body must be valid JSON')] };
  }
}
