import * as z from 'zod/mini';

/** How many mappings are proposed, and how deep they look: after a fetch, and when asked for by the button. */
export const suggestionsOnFetch = { depth: 2, max: 5 } as const;
export const suggestionsOnRequest = { depth: 3, max: 20 } as const;

export const previewedRows = 10;
/** Above these an export may be slow, and is told to be. */
export const slowRows = 10_000;
export const slowColumns = 100;
export const maxExportRows = 100_000;

export const mappingModes = ['value', 'explode', 'join'] as const;
export type MappingMode = (typeof mappingModes)[number];
export const defaultDelimiter = ',';

export const maxPathLength = 1000;
export const maxAliasLength = 200;

/** One column of an export: where its cells come from, and what it is called. */
export interface JsonMapping {
  sourcePath: string;
  alias: string;
  mode: MappingMode;
  /** Only of a join. */
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

/** What was typed in; a delimiter is kept only where it is used. */
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
export type ExportConfig = z.output<typeof exportConfig>;
