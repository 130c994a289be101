import { useConfig } from './config.ts';

/** The server's defaults, until its configuration is loaded. */
const defaults = { bulkRunDays: 7, discoveryDays: 90, sessionIdleDays: 30 };

/** How many days the server stores data. */
export function useRetention() {
  return useConfig()?.retention ?? defaults;
}
