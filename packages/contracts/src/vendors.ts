/** What a user must store for a vendor before it answers. */
export type KeyType = 'client_id' | 'client_secret' | 'api_key';

export interface Vendor {
  /** Lower case, in paths. */
  id: string;
  /** On screens and in replies. */
  name: string;
  /** Empty where no key opens anything. */
  neededKeys: readonly KeyType[];
}

/** The makers the product knows, in the order it shows them. */
export const vendors: readonly Vendor[] = [
  { id: 'dell', name: 'Dell', neededKeys: ['client_id', 'client_secret'] },
  { id: 'lenovo', name: 'Lenovo', neededKeys: ['api_key'] },
  { id: 'hp', name: 'HP', neededKeys: ['client_id', 'client_secret'] },
  { id: 'apple', name: 'Apple', neededKeys: [] },
  { id: 'cisco', name: 'Cisco', neededKeys: ['client_id', 'client_secret'] },
  { id: 'meraki', name: 'Meraki', neededKeys: ['api_key'] },
];

export const vendorsWithKeys = vendors.filter(({ neededKeys }) => neededKeys.length > 0);
