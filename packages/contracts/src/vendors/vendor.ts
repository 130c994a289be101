/** Keys that a user must store before a vendor can be called, with their names within a sentence. */
export const keyNames = {
  client_id: 'client ID',
  client_secret: 'client secret',
  api_key: 'API key',
  key_id: 'key ID',
  private_key: 'private key',
} as const;
export type KeyType = keyof typeof keyNames;
export const keyTypes = Object.keys(keyNames) as KeyType[];

/** The name as a label. */
export const keyLabel = (type: KeyType) => keyNames[type].charAt(0).toUpperCase() + keyNames[type].slice(1);

/** What the dates of a vendor describe: some report when a license ends, and nothing about the hardware warranty. */
export const coverKinds = ['warranty', 'license'] as const;
export type CoverKind = (typeof coverKinds)[number];

/** One host of a vendor's API. */
export interface VendorBase {
  /** Scheme and host, as published by the vendor. */
  url: string;
  /** The setting with which the operator overrides it. */
  variable: string;
  /** What the host serves, for the list of settings. */
  description: string;
}

/** The published limit of one credential, or a conservative one if the vendor publishes none. */
export interface VendorRate {
  callsPerSecond: number;
  /** Whether the limit counts HTTP requests or whole lookups. */
  per: 'request' | 'lookup';
  /** For the documentation; null if the vendor publishes none. */
  callsPerDay: number | null;
}

/** How to get the keys. Based on reports from customers, not on statements by the vendor. */
export interface KeyGuide {
  needs: string;
  where: string;
  /** Estimated waiting time. */
  wait: string;
  note: string;
  link: { label: string; url: string } | null;
}

/** How texts and labels name a manufacturer and its products. */
export interface ManufacturerNames {
  /** Whole words, lower case, punctuation as spaces. */
  aliases: readonly string[];
  /** Family words that identify this manufacturer anywhere in a model name. */
  families: readonly string[];
  /** For families whose word alone is too common; matched against lower-case text with punctuation. */
  patterns: readonly RegExp[];
}

/** The characters and the order in which a label prints them. */
export interface SerialFormat {
  /** The characters allowed at each position. */
  alphabets: readonly string[];
  pattern: RegExp;
  /** Whether it also looks like all published serials. Never a reason to reject user input. */
  usual: RegExp;
}

export interface VendorSerial {
  /** A format that no other manufacturer uses. */
  distinctive: RegExp | null;
  /** Converts other spellings to the format of the vendor's API. */
  normalize: { from: RegExp; to: string } | null;
  /** For reading labels; null if serials have no usable format. */
  format: SerialFormat | null;
  /** An example of what to append to a serial that several devices share; empty if serials are unique. */
  qualifier: string;
}

export const testerMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type TesterMethod = (typeof testerMethods)[number];

export interface AuthRequirement {
  type: 'oauth2' | 'api_key' | 'bearer' | 'none';
  /** The header for an API key; in `Authorization` it is a bearer key. */
  headerName: string | null;
  /** What the user must enter: "an API key". */
  needs: string;
  description: string;
}

export interface OperationParameter {
  name: string;
  /** The vendor's name for it. */
  wireName: string;
  in: 'path' | 'query' | 'body';
  type: 'boolean' | 'number' | 'text';
  required: boolean;
  description: string;
  example: string;
  enum: readonly string[] | null;
  /** The source of a regular expression that the whole value must match. */
  pattern: string | null;
  default: string | null;
  /** Applied to the value before validation. */
  transform: 'upper' | null;
  /** The vendor's names for some of its values. */
  wireValues: Readonly<Record<string, string>> | null;
}

export interface VendorOperation<Base extends string = string> {
  id: string;
  name: string;
  summary: string;
  method: TesterMethod;
  base: Base;
  /** `{name}` is one path parameter and fills one segment. */
  path: string;
  /** How the body parameters are sent: as one object, or as a list with that object. */
  body: 'object' | 'list' | null;
  parameters: readonly OperationParameter[];
}

/** The vendor's API as the API tester offers it. */
export interface VendorTester<Base extends string = string> {
  auth: AuthRequirement;
  /** A hint for the user who fills in the form. */
  tip: string | null;
  operations: readonly VendorOperation<Base>[];
}

/** Everything about a vendor that is data. Every part is required, so that a missing one does not compile. */
export interface VendorDefinition<Base extends string = string> {
  /** In lower case, used in paths. */
  id: string;
  /** Used on screens and in replies. */
  name: string;
  /** Named as the provider of its entitlements. */
  provider: string;
  /** The manufacturer that owns it, whose name and product families may be on its devices; then the serial decides. */
  ownedBy: string | null;
  coverKind: CoverKind;
  /** False if the vendor only reports end dates. */
  reportsStartDates: boolean;
  /** Empty if no key gives access to the vendor. */
  neededKeys: readonly KeyType[];
  keyGuide: KeyGuide;
  bases: Readonly<Partial<Record<Base, VendorBase>>>;
  /** Paths that connectors and the API tester call. */
  paths: Readonly<Record<string, string>>;
  /** The endpoint that exchanges credentials for an access token. */
  token: { base: Base; path: string } | null;
  timeouts: { tokenMs: number; lookupMs: number };
  rate: VendorRate;
  /** Maximum serials per lookup, which may take several calls. */
  batchSize: number;
  /** Maximum serials in one call to the vendor. */
  serialsPerCall: number;
  /** The vendor's public page about a device; `{serial}` is replaced. */
  supportPage: string | null;
  /** Where users can check a device if they have no keys. */
  selfServicePage: string | null;
  /** What to say if the vendor does not know a device; `{serial}` is replaced. */
  notKnown: string;
  names: ManufacturerNames;
  /** Words that only this manufacturer prints on its labels. */
  labelWords: RegExp | null;
  serial: VendorSerial;
  tester: VendorTester<Base>;
}

export const defaultTimeouts = { tokenMs: 10_000, lookupMs: 15_000 } as const;

export const noRecord = (name: string) =>
  `${name} has no record of '{serial}'. Compare it with the label; 0 and O, 1 and I, and 8 and B are easily confused.`;

/** The requirement of vendors that issue client keys. */
export const clientKeysFrom = (where: string) =>
  ({
    type: 'oauth2',
    headerName: null,
    needs: 'a client ID and client secret, or an access token',
    description: `A client ID and client secret from ${where}, which are exchanged for an access token; or an access token itself.`,
  }) as const satisfies AuthRequirement;

/** What the usual parameter, an optional text, does not need. */
export const plainText = {
  type: 'text',
  required: false,
  enum: null,
  pattern: null,
  default: null,
  transform: null,
  wireValues: null,
} as const satisfies Partial<OperationParameter>;

/** The usual parameter, which the vendor calls the same. */
export const textParameter = (name: string) => ({ ...plainText, name, wireName: name });

export const getRequest = { method: 'GET', body: null } as const satisfies Partial<VendorOperation>;
