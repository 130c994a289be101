export interface FaultContext {
  /** With `--full`: larger files and longer outages. */
  full: boolean;
  /**
   * A bar of time. With `--full`, the case fails if it is missed. The quick form runs next to other cases, so there the case is
   * then measured twice more, alone, and both must meet the bar: the median of three counts.
   */
  expectBar(isMet: boolean, otherwise: string): void;
  /** Adds a step that runs after the case, even if it failed. Steps run in reverse order. */
  cleanup(step: () => unknown): void;
}

export interface Fault {
  number: number;
  title: string;
  /** Runs only with `--full`. */
  slow?: boolean;
  /**
   * What may run concurrently with `--concurrency`. `quiet`: mostly waits and depends on timing, so at most two other quiet
   * cases. `exclusive`: measures time or memory, so nothing else. By default, anything.
   */
  isolation?: 'quiet' | 'exclusive';
  /** Throws if an expectation is not met. Returns what was measured, or `skipped: reason` if this machine cannot run it. */
  run(context: FaultContext): Promise<string>;
}

/** A bar of time was missed, which says as much about the machine as about the product. */
export class MissedBarError extends Error {}

export function assert(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
