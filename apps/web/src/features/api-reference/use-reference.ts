import { useQuery } from '@tanstack/react-query';
import { RequestError } from '@warranty/contracts/core/client';
import type { OpenApiDocument } from '@warranty/contracts/core/openapi';
import { openApiDocument } from '@warranty/contracts/system';
import { useMemo } from 'react';
import { type EntryGroup, groupEntries } from './entries.ts';
import { commonCodes } from './errors.ts';

/** The document of this server, with what is derived from all of it. */
export interface Reference {
  document: OpenApiDocument;
  groups: EntryGroup[];
  /** The codes of errors that every endpoint can return. */
  common: ReadonlySet<string>;
}

async function readDocument(): Promise<OpenApiDocument> {
  const response = await fetch(openApiDocument.path);
  if (!response.ok) throw new RequestError(response, await response.text());
  return (await response.json()) as OpenApiDocument;
}

export function useReference() {
  const query = useQuery({ queryKey: ['openapi-document'], queryFn: readDocument });
  const { data: document } = query;
  const reference = useMemo((): Reference | null => {
    if (!document) return null;
    const groups = groupEntries(document);
    const operations = groups.flatMap(({ entries }) => entries.map(({ operation }) => operation));
    return { document, groups, common: commonCodes(operations) };
  }, [document]);
  return { ...query, reference };
}
