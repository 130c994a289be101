import { type JsonMapping, jsonMapping } from '@warranty/contracts/json-mapping';
import { parseJsonPath } from '@warranty/domain/json-mapping/path';

/** Current values of the form fields. */
export type MappingInput = Required<JsonMapping>;

export type MappingErrors = Partial<Record<keyof MappingInput, string>>;

export const blankMapping: MappingInput = { sourcePath: '', alias: '', mode: 'value', delimiter: '' };

export const toMappingInput = (mapping: JsonMapping): MappingInput => ({ delimiter: '', ...mapping });

const noPath = 'Invalid path. Separate keys with dots, and use [0] for one element or [*] for all.';

export function validateMapping(typed: MappingInput): { mapping: JsonMapping } | { errors: MappingErrors } {
  const { success, data, error } = jsonMapping.safeParse(typed);
  if (success) return parseJsonPath(data.sourcePath) ? { mapping: data } : { errors: { sourcePath: noPath } };
  const errors: MappingErrors = {};
  for (const { path, message } of error.issues) errors[path[0] as keyof MappingInput] ??= message;
  return { errors };
}

/**
 * Choosing a suggested path also sets its alias and mode, unless the user changed them. Values that came from a previous
 * suggestion are overwritten.
 */
export function withPath(
  typed: MappingInput,
  sourcePath: string,
  proposals: readonly JsonMapping[],
): MappingInput {
  const broughtBy = (path: string): MappingInput => {
    const proposal = proposals.find((each) => each.sourcePath === path.trim());
    return proposal ? toMappingInput(proposal) : blankMapping;
  };
  const before = broughtBy(typed.sourcePath);
  const after = broughtBy(sourcePath);
  const isOwnAlias = typed.alias.trim() !== '' && typed.alias !== before.alias;
  const isOwnMode = typed.mode !== before.mode || typed.delimiter !== before.delimiter;
  const { mode, delimiter } = isOwnMode ? typed : after;
  return { sourcePath, alias: isOwnAlias ? typed.alias : after.alias, mode, delimiter };
}
