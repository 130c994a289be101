import {
  conflictingMaker,
  type DetectedMaker,
  detectMaker,
  type NormalisedMaker,
  normaliseMaker,
} from '../manufacturer.ts';
import { remember } from '../remember.ts';
import { isPlainSerial, isStrongSerial, makerOfPlainSerial } from './plain-serial.ts';

export interface GivenMaker {
  /** Null where the cell holds nothing that names a maker. */
  maker: NormalisedMaker | null;
  sentence: string;
  /** Another maker that the model names. */
  conflictWith(model: string): string | null;
}

/** Who made the device of a row, as `manufacturer.ts` says it; what rows have in common is asked once. */
export interface RowMakers {
  given(text: string): GivenMaker;
  fromModel(model: string): DetectedMaker;
  /** Without a given maker: from the model's name, else from the identifier. */
  found(model: string, identifier: string): DetectedMaker;
}

/** The first characters of what may be a very long cell. */
export const quoted = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Another maker that the form of the serial number names. */
export function serialConflict(given: string, value: string): string | null {
  return isStrongSerial(value) ? conflictingMaker({ given, identifier: value }) : null;
}

export function createRowMakers(): RowMakers {
  const fromModel = remember((model: string) => detectMaker({ model }));
  return {
    fromModel,
    given: remember((text: string) => {
      const byModel = remember((model: string) => ({ maker: conflictingMaker({ given: text, model }) }));
      return {
        maker: normaliseMaker(text),
        sentence: `The file says '${quoted(text.trim())}'.`,
        conflictWith: (model: string) => (model === '' ? null : byModel(model).maker),
      };
    }),
    found(model, identifier) {
      const byModel = fromModel(model);
      // A Cisco model may be one that Meraki sells; then the serial number tells.
      if (byModel.maker !== null && byModel.maker !== 'Cisco') return byModel;
      if (byModel.maker === null && isPlainSerial(identifier)) return makerOfPlainSerial(identifier);
      return detectMaker({ model, identifier });
    },
  };
}
