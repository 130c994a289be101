import type { OpenApiDocument, Operation } from '@warranty/contracts/core/openapi';

/** One endpoint of the reference. */
export interface Entry {
  /** Its place in the address, after the hash sign. */
  anchor: string;
  method: string;
  path: string;
  operation: Operation;
}

export interface EntryGroup {
  name: string;
  description: string;
  entries: Entry[];
}

/** The responses if nothing goes wrong, by status. */
export const successesOf = ({ responses }: Operation) =>
  Object.entries(responses).filter(([status]) => Number(status) < 400);

export function anchorOf(method: string, path: string): string {
  return `${method}-${path}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** The endpoints by group, both in the order of the document. */
export function groupEntries({ tags, paths }: OpenApiDocument): EntryGroup[] {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Entry => ({
        anchor: anchorOf(method, path),
        method: method.toUpperCase(),
        path,
        operation,
      }),
    ),
  );
  const byGroup = Map.groupBy(entries, ({ operation }) => operation.tags[0]);
  return tags.map(({ name, description }) => ({ name, description, entries: byGroup.get(name) ?? [] }));
}
