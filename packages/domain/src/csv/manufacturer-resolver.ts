import { vendors } from '@warranty/contracts/vendors';
import {
  type DetectedManufacturer,
  detectManufacturer,
  findConflictingManufacturer,
  normalizeManufacturer,
} from '../detect-manufacturer.ts';
import { memoize } from '../memoize.ts';
import { isPlainSerial, isStrongSerial, manufacturerOfPlainSerial } from './plain-serial.ts';

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

/** The manufacturer of a row's device, as in `detect-manufacturer.ts`. Results for values that rows share are cached. */
export function createManufacturerResolver() {
  const fromModel = memoize((model: string) => detectManufacturer({ model }));
  // One cache for all pairs: one for each manufacturer could hold a result for every row of a file.
  const conflictOf = memoize((pair: string) => {
    const [given = '', model = ''] = pair.split(separator);
    return { manufacturer: findConflictingManufacturer({ given, model }) };
  });
  return {
    fromModel,
    given: memoize((text: string) => ({
      /** Null if the cell does not name a manufacturer. */
      manufacturer: normalizeManufacturer(text),
      sentence: `The file says '${quoted(text.trim())}'.`,
      /** Another manufacturer that the model implies. */
      conflictWith: (model: string): string | null =>
        model === '' ? null : conflictOf(text + separator + model).manufacturer,
    })),
    /** If no manufacturer is given: from the model, else from the identifier. */
    found(model: string, identifier: string): DetectedManufacturer {
      const byModel = fromModel(model);
      if (byModel.manufacturer !== null && !ownsVendor(byModel.manufacturer)) return byModel;
      if (byModel.manufacturer === null && isPlainSerial(identifier))
        return manufacturerOfPlainSerial(identifier);
      return detectManufacturer({ model, identifier });
    },
  };
}
