import { vendors } from '@warranty/contracts/vendors';
import {
  type DetectedManufacturer,
  detectManufacturer,
  findConflictingManufacturer,
  type NormalizedManufacturer,
  normalizeManufacturer,
} from '../detect-manufacturer.ts';
import { memoize } from '../memoize.ts';
import { isPlainSerial, isStrongSerial, manufacturerOfPlainSerial } from './plain-serial.ts';

export interface GivenManufacturer {
  /** Null if the cell does not name a manufacturer. */
  manufacturer: NormalizedManufacturer | null;
  sentence: string;
  /** Another manufacturer that the model implies. */
  conflictWith(model: string): string | null;
}

/** The manufacturer of a row's device, as in `detect-manufacturer.ts`. Results for values that rows share are cached. */
export interface ManufacturerResolver {
  given(text: string): GivenManufacturer;
  fromModel(model: string): DetectedManufacturer;
  /** If no manufacturer is given: from the model, else from the identifier. */
  found(model: string, identifier: string): DetectedManufacturer;
}

/** The first characters of a cell that may be very long. */
export const quoted = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Another manufacturer that the format of the serial number implies. */
export function serialConflict(given: string, value: string): string | null {
  return isStrongSerial(value) ? findConflictingManufacturer({ given, identifier: value }) : null;
}

/** Then a model may be a product of that vendor, and the serial number decides. */
const ownsVendor = (manufacturer: string) => vendors.some(({ ownedBy }) => ownedBy === manufacturer);

/** It is removed from cells. */
const separator = '\0';

export function createManufacturerResolver(): ManufacturerResolver {
  const fromModel = memoize((model: string) => detectManufacturer({ model }));
  // One cache for all pairs: one for each manufacturer could hold a result for every row of a file.
  const conflictOf = memoize((pair: string) => {
    const [given = '', model = ''] = pair.split(separator);
    return { manufacturer: findConflictingManufacturer({ given, model }) };
  });
  return {
    fromModel,
    given: memoize((text: string) => {
      return {
        manufacturer: normalizeManufacturer(text),
        sentence: `The file says '${quoted(text.trim())}'.`,
        conflictWith: (model: string) =>
          model === '' ? null : conflictOf(text + separator + model).manufacturer,
      };
    }),
    found(model, identifier) {
      const byModel = fromModel(model);
      if (byModel.manufacturer !== null && !ownsVendor(byModel.manufacturer)) return byModel;
      if (byModel.manufacturer === null && isPlainSerial(identifier))
        return manufacturerOfPlainSerial(identifier);
      return detectManufacturer({ model, identifier });
    },
  };
}
