/** The tasks of a thread's program by name, each with what it takes and what it answers. */
export type Tasks = Record<string, { input: unknown; output: unknown }>;

export interface Answer<O> {
  output: O;
  /** Memory that is moved to the asker instead of being copied. */
  transfer?: ArrayBuffer[];
}

export type Handlers<T extends Tasks> = {
  [K in keyof T]: (input: T[K]['input']) => Answer<T[K]['output']> | Promise<Answer<T[K]['output']>>;
};

export interface TaskMessage {
  task: string;
  input: unknown;
}

export type ReplyMessage = { output: unknown } | { error: Error };
