import { type JsonMapping, jsonMapping, type MappingMode } from '@warranty/contracts/json-mapping';
import { parseJsonPath } from '@warranty/domain/json-mapping/path';

/** What stands in the fields. */
export interface TypedMapping {
  sourcePath: string;
  alias: string;
  mode: MappingMode;
  delimiter: string;
}

export type MappingErrors = Partial<Record<keyof TypedMapping, string>>;

export const blankMapping: TypedMapping = { sourcePath: '', alias: '', mode: 'value', delimiter: '' };

export const typedOf = ({ delimiter = '', ...mapping }: JsonMapping): TypedMapping => {
  return { ...mapping, delimiter };
};

const noPath = 'This is no path: write keys with dots, [0] for one element and [*] for all.';

export function checkTyped(typed: TypedMapping): { mapping: JsonMapping } | { errors: MappingErrors } {
  const { success, data, error } = jsonMapping.safeParse(typed);
  if (success) return parseJsonPath(data.sourcePath) ? { mapping: data } : { errors: { sourcePath: noPath } };
  const errors: MappingErrors = {};
  for (const { path, message } of error.issues) errors[path[0] as keyof TypedMapping] ??= message;
  return { errors };
}

/** A path that was proposed brings its alias and its mode along, unless somebody chose one: what came with another path is nobody's. */
export function withPath(
  typed: TypedMapping,
  sourcePath: string,
  proposals: readonly JsonMapping[],
): TypedMapping {
  const broughtBy = (path: string): TypedMapping => {
    const proposal = proposals.find((each) => each.sourcePath === path.trim());
    return proposal ? typedOf(proposal) : blankMapping;
  };
  const before = broughtBy(typed.sourcePath);
  const after = broughtBy(sourcePath);
  const isOwnAlias = typed.alias.trim() !== '' && typed.alias !== before.alias;
  const isOwnMode = typed.mode !== before.mode || typed.delimiter !== before.delimiter;
  const { mode, delimiter } = isOwnMode ? typed : after;
  return { sourcePath, alias: isOwnAlias ? typed.alias : after.alias, mode, delimiter };
}
