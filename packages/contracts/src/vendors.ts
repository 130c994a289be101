/** What a user must store for a vendor before it answers. */
export const keyTypes = ['client_id', 'client_secret', 'api_key'] as const;
export type KeyType = (typeof keyTypes)[number];

/** What a vendor's dates are dates of: Meraki tells when a license ends, and nothing of the hardware's warranty. */
export const coverKinds = ['warranty', 'license'] as const;
export type CoverKind = (typeof coverKinds)[number];

export interface Vendor {
  /** Lower case, in paths. */
  id: string;
  /** On screens and in replies. */
  name: string;
  /** Empty where no key opens anything. */
  neededKeys: readonly KeyType[];
  coverKind: CoverKind;
}

/** The makers the product knows, in the order it shows them. */
export const vendors: readonly Vendor[] = [
  { id: 'dell', name: 'Dell', neededKeys: ['client_id', 'client_secret'], coverKind: 'warranty' },
  { id: 'lenovo', name: 'Lenovo', neededKeys: ['api_key'], coverKind: 'warranty' },
  { id: 'hp', name: 'HP', neededKeys: ['client_id', 'client_secret'], coverKind: 'warranty' },
  { id: 'apple', name: 'Apple', neededKeys: [], coverKind: 'warranty' },
  { id: 'cisco', name: 'Cisco', neededKeys: ['client_id', 'client_secret'], coverKind: 'warranty' },
  { id: 'meraki', name: 'Meraki', neededKeys: ['api_key'], coverKind: 'license' },
];

export const vendorsWithKeys = vendors.filter(({ neededKeys }) => neededKeys.length > 0);
