/**
 * Scheme and host of every vendor's API, as the vendors publish them. An operator may have set others:
 * `GET /api/config` tells those in force.
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
  /** Where an API key goes; in `Authorization` it is a bearer key. */
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
  /** The vendor's own name for it, where that differs. */
  wireName?: string;
  /** How it is written before it is checked. */
  transform?: 'upper';
  /** The vendor's own words for some of its values. */
  wireValues?: Readonly<Record<string, string>>;
}

export interface VendorOperation {
  id: string;
  name: string;
  summary: string;
  method: TesterMethod;
  base: VendorBaseName;
  /** `{name}` is one path parameter, which is one segment. */
  path: string;
  /** What the body parameters are sent as: one object, or a list that holds it. */
  body?: 'object' | 'list';
  parameters: readonly OperationParameter[];
}

export interface CatalogVendor {
  id: 'dell' | 'hp' | 'cisco' | 'lenovo' | 'meraki';
  name: string;
  auth: AuthRequirement;
  /** For oauth2: where a client ID and client secret become an access token. */
  token?: { base: VendorBaseName; path: string };
  /** What somebody who fills in the form should know. */
  tip?: string;
  operations: readonly VendorOperation[];
}

/** The requirement of vendors that hand out client keys. */
export const clientKeys = (where: string): AuthRequirement => ({
  type: 'oauth2',
  description: `A client ID and client secret from ${where}, which are exchanged for an access token; or an access token itself.`,
});
