import type { Sharer } from '../fairness/shares.ts';

/** The tasks of a thread program by name, with their input and output. */
export type Tasks = Record<string, { input: unknown; output: unknown }>;

export interface Answer<O> {
  output: O;
  /** Memory that is transferred to the caller instead of copied. */
  transfer?: ArrayBuffer[];
}

/** A long task is cut into slices: it calls `isSliceOver` every few milliseconds, and `nextSlice` when that is true. */
export interface Slices {
  isSliceOver(): boolean;
  /** Lets other work go first. Rejects if this work was stopped. */
  nextSlice(): Promise<void>;
}

/** The tasks of a slot in its thread. */
export interface Work<S = unknown> extends Slices {
  /** Kept until the slot is left or the work is stopped. */
  state: S | null;
  /** Says how much memory the state takes up now. If there is too little for everyone, some work is stopped. */
  holdBytes(bytes: number): void;
  /** Extends the limit on CPU time. */
  addCpuSeconds(seconds: number): void;
}

export type Handlers<T extends Tasks, S = unknown> = {
  [K in keyof T]: (
    input: T[K]['input'],
    work: Work<S>,
  ) => Answer<T[K]['output']> | Promise<Answer<T[K]['output']>>;
};

/**
 * Why a task has no result: it used too much time or memory, its memory was needed for other addresses, the program crashed,
 * another task ended the thread, the client disconnected, or the process is stopping.
 */
export type StopReason = 'time' | 'memory' | 'displaced' | 'crash' | 'neighbor' | 'left' | 'stop';

export class TaskStoppedError extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, cause?: unknown) {
    super(`the task was stopped (${reason})`, { cause });
    this.name = 'TaskStoppedError';
    this.reason = reason;
  }
}

export interface TaskMessage {
  id: number;
  slot: number;
  sharer: Sharer;
  task: string;
  input: unknown;
  /** How much memory is transferred with it. */
  bytes: number;
}

/** Stops the work of a slot. The reply is sent when its state is closed. */
export interface StopMessage {
  id: number;
  slot: number;
  reason: StopReason;
  /** Whether there will be no more tasks. */
  isLast: boolean;
}

/** `ready` is sent once, when the program has been loaded. */
export type ReplyMessage =
  | { ready: true }
  | { id: number; output: unknown }
  | { id: number; error: Error }
  | { id: number; stopped: StopReason };
