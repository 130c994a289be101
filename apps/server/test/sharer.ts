import type { Sharer } from '../src/platform/fairness/shares.ts';

/** A sharer in short, for tests. */
export interface NamedSharer {
  owner: string;
  client: string;
}

export const toSharer = ({ owner, client }: NamedSharer): Sharer => ({ owner, client: { key: client } });
