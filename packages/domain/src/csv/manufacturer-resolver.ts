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
  /** Null where the cell holds nothing that names a maker. */
  manufacturer: NormalizedManufacturer | null;
  sentence: string;
  /** Another maker that the model names. */
  conflictWith(model: string): string | null;
}

/** Who made the device of a row, as `manufacturer.ts` says it; what rows have in common is asked once. */
export interface ManufacturerResolver {
  given(text: string): GivenManufacturer;
  fromModel(model: string): DetectedManufacturer;
  /** Without a given maker: from the model's name, else from the identifier. */
  found(model: string, identifier: string): DetectedManufacturer;
}

/** The first characters of what may be a very long cell. */
export const quoted = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Another maker that the form of the serial number names. */
export function serialConflict(given: string, value: string): string | null {
  return isStrongSerial(value) ? findConflictingManufacturer({ given, identifier: value }) : null;
}

export function createManufacturerResolver(): ManufacturerResolver {
  const fromModel = memoize((model: string) => detectManufacturer({ model }));
  return {
    fromModel,
    given: memoize((text: string) => {
      const byModel = memoize((model: string) => ({
        manufacturer: findConflictingManufacturer({ given: text, model }),
      }));
      return {
        manufacturer: normalizeManufacturer(text),
        sentence: `The file says '${quoted(text.trim())}'.`,
        conflictWith: (model: string) => (model === '' ? null : byModel(model).manufacturer),
      };
    }),
    found(model, identifier) {
      const byModel = fromModel(model);
      // A Cisco model may be one that Meraki sells; then the serial number tells.
      if (byModel.manufacturer !== null && byModel.manufacturer !== 'Cisco') return byModel;
      if (byModel.manufacturer === null && isPlainSerial(identifier))
        return manufacturerOfPlainSerial(identifier);
      return detectManufacturer({ model, identifier });
    },
  };
}
