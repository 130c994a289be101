import type { VendorDevice } from '../outcome.ts';
import { clean } from '../reply-fields.ts';

/** Reads `GROUP/SERIES/SUBSERIES/MT/MODEL/SERIAL`. A path without a subseries is only used as the description. */
export function describeProduct(path: string | null): Partial<VendorDevice> {
  const [group, series, subseries, machineType, model] = (path ?? '').split('/').map((part) => part.trim());
  if (!group || !series || !subseries) return { systemDescription: clean(path) };
  const type = machineType && /^[0-9A-Z]{4}$/i.test(machineType) ? machineType : null;
  const isModel = model && type && model.toUpperCase().startsWith(type.toUpperCase());
  const name = inWords(subseries);
  return {
    productCode: isModel ? model : type,
    productFamily: inWords(group),
    productLineDescription: name,
    systemDescription: type ? `${name} (Type ${type})` : name,
  };
}

/** Removes the list of machine types that follows some names and is longer than the name. */
function inWords(part: string): string {
  return part.replace(/-types?-.*/is, '').replaceAll('-', ' ');
}
