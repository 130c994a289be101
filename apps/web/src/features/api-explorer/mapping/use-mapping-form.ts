import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { type RefObject, useRef, useState } from 'react';
import {
  blankMapping,
  type MappingErrors,
  type MappingInput,
  toMappingInput,
  validateMapping,
} from './mapping-input.ts';

/** Field values, and their errors after a submit. */
export function useMappingForm(begin: JsonMapping | null, pathInput: RefObject<HTMLInputElement | null>) {
  const [typed, setInput] = useState<MappingInput>(() => (begin ? toMappingInput(begin) : blankMapping));
  const [errors, setErrors] = useState<MappingErrors>({});
  const aliasInput = useRef<HTMLInputElement>(null);
  return {
    typed,
    errors,
    aliasInput,
    change(next: MappingInput): void {
      setInput(next);
      const isAsBefore = (field: keyof MappingInput) => next[field] === typed[field];
      const left = Object.entries(errors).filter(([field]) => isAsBefore(field as keyof MappingInput));
      setErrors(Object.fromEntries(left));
    },
    /** Returns the mapping, or null after showing the errors and focusing the first invalid field. */
    check(): JsonMapping | null {
      const checked = validateMapping(typed);
      if ('mapping' in checked) return checked.mapping;
      setErrors(checked.errors);
      (checked.errors.sourcePath ? pathInput : aliasInput).current?.focus();
      return null;
    },
    clear(): void {
      setInput(blankMapping);
      setErrors({});
      pathInput.current?.focus();
    },
  };
}

export type MappingForm = ReturnType<typeof useMappingForm>;
