export interface FaultContext {
  /** With `--full`: larger files and longer troubles. */
  full: boolean;
  /** Steps that put things right again, whatever happened; the last one added runs first. */
  cleanup(step: () => unknown): void;
}

export interface Fault {
  number: number;
  title: string;
  /** Left to `--full`. */
  slow?: boolean;
  /**
   * What may run at the same time, where several cases do. `quiet`: waits more than it works, and depends on timing, so at
   * most two other quiet cases. `exclusive`: measures time or memory that any neighbor would spoil. By default, anything.
   */
  isolation?: 'quiet' | 'exclusive';
  /** Throws when something is not as promised; returns what was measured, or `skipped: why` where it cannot be. */
  run(context: FaultContext): Promise<string>;
}

export function assert(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
