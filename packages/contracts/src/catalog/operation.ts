/**
 * Scheme and host of every vendor's API, as published by the vendors. The operator may override them; `GET /api/config`
 * returns the current ones.
 */
export const publicVendorBases = {
  dell: 'https://apigtwb2c.us.dell.com',
  hp: 'https://warranty.api.hp.com',
  cisco: 'https://apix.cisco.com',
  ciscoToken: 'https://id.cisco.com',
  lenovoSupport: 'https://pcsupport.lenovo.com',
  meraki: 'https://api.meraki.com',
} as const;
export type VendorBaseName = keyof typeof publicVendorBases;
export type VendorBases = Readonly<Record<VendorBaseName, string>>;

export const tokenTimeoutMs = 10_000;
export const lookupTimeoutMs = 15_000;

export const testerMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type TesterMethod = (typeof testerMethods)[number];

export interface AuthRequirement {
  type: 'oauth2' | 'api_key' | 'none';
  /** The header for an API key; in `Authorization` it is a bearer key. */
  headerName?: string;
  queryParam?: string;
  description: string;
}

export interface OperationParameter {
  name: string;
  in: 'path' | 'query' | 'body';
  type: 'boolean' | 'number' | 'text';
  required: boolean;
  description: string;
  example: string;
  enum?: readonly string[];
  /** The source of a regular expression that the whole value must match. */
  pattern?: string;
  default?: string;
  /** The vendor's name for it, if different. */
  wireName?: string;
  /** Applied to the value before validation. */
  transform?: 'upper';
  /** The vendor's names for some of its values. */
  wireValues?: Readonly<Record<string, string>>;
}

export interface VendorOperation {
  id: string;
  name: string;
  summary: string;
  method: TesterMethod;
  base: VendorBaseName;
  /** `{name}` is one path parameter and fills one segment. */
  path: string;
  /** How the body parameters are sent: as one object, or as a list with that object. */
  body?: 'object' | 'list';
  parameters: readonly OperationParameter[];
}

export interface CatalogVendor {
  id: 'dell' | 'hp' | 'cisco' | 'lenovo' | 'meraki';
  name: string;
  auth: AuthRequirement;
  /** For oauth2: the endpoint that exchanges a client ID and client secret for an access token. */
  token?: { base: VendorBaseName; path: string };
  /** A hint for the user who fills in the form. */
  tip?: string;
  operations: readonly VendorOperation[];
}

/** The requirement of vendors that issue client keys. */
export const clientKeys = (where: string): AuthRequirement => ({
  type: 'oauth2',
  description: `A client ID and client secret from ${where}, which are exchanged for an access token; or an access token itself.`,
});
