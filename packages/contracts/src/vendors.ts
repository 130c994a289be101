import { apple } from './vendors/apple.ts';
import { cisco } from './vendors/cisco.ts';
import { dell } from './vendors/dell.ts';
import { hp } from './vendors/hp.ts';
import { lenovo } from './vendors/lenovo.ts';
import { meraki } from './vendors/meraki.ts';
import type { VendorDefinition } from './vendors/vendor.ts';

/** The vendors the product knows, in display order. To add one, add its value here. */
export const vendorsById = { dell, lenovo, hp, apple, cisco, meraki } as const satisfies Record<
  string,
  VendorDefinition
>;

type VendorsById = typeof vendorsById;
export type VendorId = keyof VendorsById;
type BasesOf<Id extends VendorId> = VendorsById[Id]['bases'];

/** Every host of every vendor. */
export type VendorBaseName = { [Id in VendorId]: keyof BasesOf<Id> }[VendorId];
/** The settings that override the hosts. */
export type VendorBaseVariable = {
  [Id in VendorId]: {
    [Name in keyof BasesOf<Id>]: BasesOf<Id>[Name] extends { variable: infer Variable } ? Variable : never;
  }[keyof BasesOf<Id>];
}[VendorId];
export type VendorBases = Readonly<Record<VendorBaseName, string>>;

export interface Vendor extends VendorDefinition<VendorBaseName> {
  id: VendorId;
}

export const vendors: readonly Vendor[] = Object.values(vendorsById);

/** Lists of the specification have an order of their own; vendors it does not name follow. */
function startingWith(first: readonly VendorId[]): readonly Vendor[] {
  return [...first.map((id) => vendorsById[id]), ...vendors.filter(({ id }) => !first.includes(id))];
}

export const vendorsWithKeys = startingWith(['dell', 'lenovo', 'hp', 'cisco', 'meraki']).filter(
  ({ neededKeys }) => neededKeys.length > 0,
);

/** The vendors whose operations can be called directly. */
export const testerVendors = startingWith(['dell', 'hp', 'cisco', 'lenovo', 'meraki']).filter(
  ({ tester }) => tester.operations.length > 0,
);

/** By the name that screens and replies use. */
export const vendorNamed = (name: string | null): Vendor | undefined =>
  vendors.find((vendor) => vendor.name === name);

/** The setting that overrides a vendor's rate. */
export const rateVariable = <Id extends VendorId>(id: Id) =>
  `${id.toUpperCase() as Uppercase<Id>}_CALLS_PER_SECOND` as const;

/** The hosts of all vendors. */
export const vendorBases = vendors.flatMap(({ bases }) =>
  Object.entries(bases).map(([name, base]) => ({
    ...base,
    name: name as VendorBaseName,
    variable: base.variable as VendorBaseVariable,
  })),
);

/** An object with one value for every host. */
export function forEachBase<Value>(
  toValue: (base: (typeof vendorBases)[number]) => Value,
): Record<VendorBaseName, Value> {
  const entries = vendorBases.map((base) => [base.name, toValue(base)]);
  return Object.fromEntries(entries) as Record<VendorBaseName, Value>;
}

export const publicVendorBases: VendorBases = forEachBase(({ url }) => url);
