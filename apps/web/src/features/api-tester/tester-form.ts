import type { AuthType, OperationAuth, VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { TesterMethod } from '@warranty/contracts/vendors/vendor';
import { parameterProblem, refusingPattern } from '@warranty/domain/vendor-operations/parameters';
import { findOperation, findVendor } from '@warranty/domain/vendor-operations/resolve';
import { takesStoredKeys } from '@warranty/domain/vendor-operations/stored-keys';

export interface HeaderRow {
  id: number;
  key: string;
  value: string;
}

/** All input of the form. It exists only in this page. */
export interface TesterForm {
  authType: AuthType;
  apiKey: string;
  clientId: string;
  clientSecret: string;
  authHeaderName: string;
  authQueryParam: string;
  /** The server sends the request with the keys that the user stored for the vendor. */
  useStoredKeys: boolean;
  customUrl: boolean;
  url: string;
  method: TesterMethod;
  /** Empty until one is selected, like the operation. */
  vendor: string;
  operation: string;
  parameters: Record<string, string>;
  headers: HeaderRow[];
  body: string;
}

const noKeys = {
  apiKey: '',
  clientId: '',
  clientSecret: '',
  authHeaderName: '',
  authQueryParam: '',
  useStoredKeys: false,
};

export const emptyForm: TesterForm = {
  ...noKeys,
  authType: 'none',
  customUrl: false,
  url: '',
  method: 'GET',
  vendor: '',
  operation: '',
  parameters: {},
  headers: [],
  body: '',
};

/** Empty in custom mode, whatever was selected before. */
export function selectedOperation(form: TesterForm) {
  const vendor = form.customUrl ? undefined : findVendor(form.vendor);
  return { vendor, operation: vendor && findOperation(vendor, form.operation) };
}

/** Clears the keys, so that one vendor's keys are never sent to another. */
export function withVendor(form: TesterForm, vendor: string): TesterForm {
  const operations = findVendor(vendor)?.tester.operations ?? [];
  return {
    ...form,
    ...(form.vendor !== '' && form.vendor !== vendor && noKeys),
    vendor,
    operation: operations.length === 1 ? (operations[0]?.id ?? '') : '',
    parameters: {},
    body: '',
  };
}

export function withOperation(form: TesterForm, operation: string): TesterForm {
  return { ...form, operation, parameters: {}, body: '' };
}

/** The selected operation as one text: `dell.asset-entitlements`, or `dell.` until one of several is selected. */
export function nameOfOperation(form: TesterForm): string | null {
  const { vendor, operation } = selectedOperation(form);
  return vendor ? `${vendor.id}.${operation?.id ?? ''}` : null;
}

/** A form with the operation of this name, as far as it exists. */
export function formFor(name: string | null): TesterForm {
  const [vendorId = '', operationId = ''] = name?.split('.') ?? [];
  const vendor = findVendor(vendorId);
  if (!vendor) return emptyForm;
  const form = withVendor(emptyForm, vendor.id);
  return findOperation(vendor, operationId) ? withOperation(form, operationId) : form;
}

/** The method that is sent. Only POST and PUT have a body. */
export function methodIn(form: TesterForm): TesterMethod | undefined {
  return form.customUrl ? form.method : selectedOperation(form).operation?.method;
}

export function takesBody(form: TesterForm): boolean {
  const method = methodIn(form);
  return method === 'POST' || method === 'PUT';
}

/** A selected vendor determines the type. */
export function authTypeIn(form: TesterForm): AuthType {
  return selectedOperation(form).vendor?.tester.auth.type ?? form.authType;
}

/** Only a vendor that exchanges client credentials needs an ID and a secret; otherwise a token is one value. */
export function usesClientCredentials(form: TesterForm): boolean {
  return selectedOperation(form).vendor?.tester.auth.type === 'oauth2';
}

/** Whether the request is sent with stored keys; never to a custom URL or a vendor that takes no key. */
export function usesStoredKeys(form: TesterForm): boolean {
  const { vendor } = selectedOperation(form);
  return form.useStoredKeys && vendor !== undefined && takesStoredKeys(vendor);
}

function authOf(form: TesterForm): OperationAuth {
  const type = authTypeIn(form);
  if (type === 'none') return { type };
  if (usesClientCredentials(form)) return { type, clientId: form.clientId, clientSecret: form.clientSecret };
  return {
    type,
    key: form.apiKey,
    ...(form.authHeaderName.trim() && type !== 'query' && { headerName: form.authHeaderName }),
    ...(form.authQueryParam.trim() && type === 'query' && { queryParam: form.authQueryParam }),
  };
}

export function requestOf(form: TesterForm): VendorOperationRequest {
  const { customUrl, url, method, vendor, operation, parameters, headers, body } = form;
  return {
    ...(customUrl ? { url, method } : { vendor, operation, parameters }),
    ...(usesStoredKeys(form) ? { useStoredKeys: true } : { auth: authOf(form) }),
    ...(headers.length > 0 && { extraHeaders: headers.map(({ key, value }) => ({ key, value })) }),
    ...(takesBody(form) && body.trim() !== '' && { body }),
  };
}

/** Short name of the source of a response. */
export function sourceNameOf(form: TesterForm): string {
  const { vendor, operation } = selectedOperation(form);
  if (vendor && operation) return `${vendor.name}: ${operation.name}`;
  return URL.parse(form.url.trim())?.host ?? form.url.trim();
}

function hasKey(form: TesterForm): boolean {
  if (usesStoredKeys(form)) return true;
  const typed = usesClientCredentials(form) ? [form.clientId, form.clientSecret] : [form.apiKey];
  return typed.some((value) => value.trim() !== '');
}

/** A single client key cannot be exchanged, so the user is informed before it is sent as a token. */
export function clientKeyNotice(form: TesterForm): string | null {
  const [id, secret] = [form.clientId.trim() !== '', form.clientSecret.trim() !== ''];
  if (!usesClientCredentials(form) || usesStoredKeys(form) || id === secret) return null;
  return id
    ? 'There is no client secret: the client ID is sent as an access token.'
    : 'There is no client ID: the client secret is sent as an access token.';
}

/** The first required parameter with an invalid value. */
const blockingParameter = (form: TesterForm) =>
  selectedOperation(form).operation?.parameters.find(
    (parameter) => parameter.required && parameterProblem(parameter, form.parameters) !== null,
  );

/** The pattern behind `sendDisabledReason`, if it is the reason. */
export function refusingPatternIn(form: TesterForm): string | null {
  const parameter = blockingParameter(form);
  return parameter ? refusingPattern(parameter, form.parameters) : null;
}

/** Why the request cannot be sent yet, or null. */
export function sendDisabledReason(form: TesterForm): string | null {
  if (form.customUrl) {
    return form.url.trim() === '' ? 'Please enter a URL to test the API in custom URL mode.' : null;
  }
  const { vendor, operation } = selectedOperation(form);
  if (!vendor || !operation) {
    return 'Please select a vendor and operation to test the API, or enable Custom URL mode.';
  }
  const parameter = blockingParameter(form);
  if (parameter) return parameterProblem(parameter, form.parameters);
  return vendor.tester.auth.type !== 'none' && !hasKey(form)
    ? `${vendor.name} needs ${vendor.tester.auth.needs}.`
    : null;
}
