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
  long?: boolean;
  /** It measures times or memory that a neighbour would spoil: not beside another, even where several run at once. */
  alone?: boolean;
  /** Throws when something is not as promised; returns what was measured, or `skipped: why` where it cannot be. */
  run(context: FaultContext): Promise<string>;
}

export function demand(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
