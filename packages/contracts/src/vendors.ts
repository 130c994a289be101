/** Keys that a user must store before a vendor can be called. */
export const keyTypes = ['client_id', 'client_secret', 'api_key'] as const;
export type KeyType = (typeof keyTypes)[number];

/** What the dates of a vendor describe: Meraki reports when a license ends, and nothing about the hardware warranty. */
export const coverKinds = ['warranty', 'license'] as const;
export type CoverKind = (typeof coverKinds)[number];

export interface Vendor {
  /** In lower case, used in paths. */
  id: string;
  /** Used on screens and in replies. */
  name: string;
  /** Empty if no key gives access to the vendor. */
  neededKeys: readonly KeyType[];
  coverKind: CoverKind;
}

/** The vendors the product knows, in display order. */
export const vendors: readonly Vendor[] = [
  { id: 'dell', name: 'Dell', neededKeys: ['client_id', 'client_secret'], coverKind: 'warranty' },
  { id: 'lenovo', name: 'Lenovo', neededKeys: ['api_key'], coverKind: 'warranty' },
  { id: 'hp', name: 'HP', neededKeys: ['client_id', 'client_secret'], coverKind: 'warranty' },
  { id: 'apple', name: 'Apple', neededKeys: [], coverKind: 'warranty' },
  { id: 'cisco', name: 'Cisco', neededKeys: ['client_id', 'client_secret'], coverKind: 'warranty' },
  { id: 'meraki', name: 'Meraki', neededKeys: ['api_key'], coverKind: 'license' },
];

export const vendorsWithKeys = vendors.filter(({ neededKeys }) => neededKeys.length > 0);
