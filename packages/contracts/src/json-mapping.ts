import * as z from 'zod/mini';

/** Maximum number and depth of suggested mappings: after a fetch, and when the user clicks the button. */
export const suggestionsOnFetch = { depth: 2, max: 5 } as const;
export const suggestionsOnRequest = { depth: 3, max: 20 } as const;

export const previewedRows = 10;
/** Above these limits an export may be slow, and the user is warned. */
export const slowRows = 10_000;
export const slowColumns = 100;
export const maxExportRows = 100_000;

export const mappingModes = ['value', 'explode', 'join'] as const;
export type MappingMode = (typeof mappingModes)[number];
export const defaultDelimiter = ',';

export const maxPathLength = 1000;
export const maxAliasLength = 200;

/** One column of an export: the source of its cells and its name. */
export interface JsonMapping {
  sourcePath: string;
  alias: string;
  mode: MappingMode;
  /** Only for `join`. */
  delimiter?: string;
}

const typedMapping = z.object({
  sourcePath: z
    .string()
    .check(z.trim(), z.minLength(1, 'Source path is required'), z.maxLength(maxPathLength)),
  alias: z.string().check(z.trim(), z.minLength(1, 'Alias is required'), z.maxLength(maxAliasLength)),
  mode: z.enum(mappingModes, 'Mode must be value, explode, or join'),
  delimiter: z.optional(z.string().check(z.maxLength(20))),
});

/** User input. The delimiter is stored only if the mode uses it. */
export const jsonMapping = z.pipe(
  typedMapping,
  z.transform(({ delimiter, ...mapping }): JsonMapping => {
    return mapping.mode === 'join' ? { ...mapping, delimiter: delimiter || defaultDelimiter } : mapping;
  }),
);

export const exportConfig = z.object({
  endpoint: z.string(),
  parameters: z.record(z.string(), z.string()),
  fieldMappings: z.array(jsonMapping).check(z.minLength(1, 'At least one field mapping is required')),
  exportName: z.string(),
});
