import { useQuery } from '@tanstack/react-query';
import { type ConfigReply, readConfig } from '@warranty/contracts/system';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query.ts';

/** Read once per page load, even if it fails: many components use it, and each would otherwise request it again. */
const configQuery = { queryKey: ['config'], queryFn: () => call(readConfig), retryOnMount: false };

/** The server's configuration; null until it is loaded, or if it cannot be read. */
export function useConfig() {
  return useQuery(configQuery).data ?? null;
}

/** Outside of components; null if no page has loaded it. */
export const readConfigNow = () => queryClient.getQueryData(configQuery.queryKey) as ConfigReply | undefined;

/** For components that must render without the configuration. */
export function useConfigFailed(): boolean {
  return useQuery(configQuery).isError;
}

/**
 * Whether this installation runs on sample data. The page itself says so before the configuration is loaded: what is shown for it
 * would otherwise appear later and move everything below.
 */
export function useIsDemo(): boolean {
  return useConfig()?.demo ?? document.documentElement.hasAttribute('data-demo');
}

/** The server's defaults, until its configuration is loaded. */
const defaults = { bulkRunDays: 7, discoveryDays: 90, sessionIdleDays: 30 };

/** How many days the server stores data. */
export function useRetention() {
  return useConfig()?.retention ?? defaults;
}
