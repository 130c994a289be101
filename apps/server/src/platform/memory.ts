import { setFlagsFromString } from 'node:v8';

/**
 * By default, V8 lets the heap grow to several times what is in use before it collects garbage, which a process that
 * streams a million rows does not need. This sets no limit: a request that needs more memory gets it. The size of the young
 * generation can only be set at startup: --max-semi-space-size=24 in package.json.
 */
export function collectGarbageEarly(): void {
  setFlagsFromString('--heap-growing-percent=60');
}
