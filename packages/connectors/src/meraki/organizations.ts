import { meraki } from '@warranty/contracts/vendors/meraki';
import { refusedKeys, unexpectedReply } from '../call.ts';
import type { MerakiApi } from './api.ts';
import { type Organization, readOrganization } from './reply.ts';

const cacheTtlMs = 10 * 60_000;

export interface Organizations {
  list: Organization[];
  /** False if not all organizations could be read, so a device may be in one of the others. */
  isComplete: boolean;
}

/**
 * The organizations the keys can see. They change rarely and every lookup needs them. Concurrent callers share one call.
 */
export function createOrganizationSource(api: MerakiApi, now: () => number) {
  let kept: { organizations: Organizations; until: number } | null = null;
  let fetching: Promise<Organizations> | null = null;

  async function fetchOrganizations(): Promise<Organizations> {
    const rows: (Organization | null)[] = [];
    const outcome = await api.readList(meraki.paths.organizations, (page) => {
      rows.push(...page.map(readOrganization));
      return 'more';
    });
    if (outcome === 'refused') throw refusedKeys();
    if (outcome === 'unreadable') throw unexpectedReply();
    const list = rows.filter((row) => row !== null);
    const organizations = { list, isComplete: outcome === 'whole' && list.length === rows.length };
    kept = organizations.isComplete ? { organizations, until: now() + cacheTtlMs } : null;
    return organizations;
  }

  /** Calls Meraki even if the list is cached. */
  function refresh(): Promise<Organizations> {
    fetching ??= fetchOrganizations().finally(() => {
      fetching = null;
    });
    return fetching;
  }

  return {
    refresh,
    get: (): Promise<Organizations> =>
      kept && now() < kept.until ? Promise.resolve(kept.organizations) : refresh(),
  };
}
