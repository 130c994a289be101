import { codeOf } from './postponed.ts';

/** Tries again if the error has this SQLSTATE, up to a number of tries. */
export async function retryOn<T>(
  codes: readonly string[],
  maxTries: number,
  work: () => Promise<T>,
  pause?: (tries: number) => Promise<void>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === maxTries || !codes.includes(codeOf(error))) throw error;
      await pause?.(tries);
    }
  }
}
