import { type JsonMapping, jsonMapping, type MappingMode } from '@warranty/contracts/json-mapping';
import { parseJsonPath } from '@warranty/domain/json-mapping/path';

/** What stands in the fields. */
export interface MappingInput {
  sourcePath: string;
  alias: string;
  mode: MappingMode;
  delimiter: string;
}

export type MappingErrors = Partial<Record<keyof MappingInput, string>>;

export const blankMapping: MappingInput = { sourcePath: '', alias: '', mode: 'value', delimiter: '' };

export const toMappingInput = ({ delimiter = '', ...mapping }: JsonMapping): MappingInput => {
  return { ...mapping, delimiter };
};

const noPath = 'This is no path: write keys with dots, [0] for one element and [*] for all.';

export function validateMapping(typed: MappingInput): { mapping: JsonMapping } | { errors: MappingErrors } {
  const { success, data, error } = jsonMapping.safeParse(typed);
  if (success) return parseJsonPath(data.sourcePath) ? { mapping: data } : { errors: { sourcePath: noPath } };
  const errors: MappingErrors = {};
  for (const { path, message } of error.issues) errors[path[0] as keyof MappingInput] ??= message;
  return { errors };
}

/** A path that was proposed brings its alias and its mode along, unless somebody chose one: what came with another path is nobody's. */
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
