/** The tasks of a thread program by name, with their input and output. */
export type Tasks = Record<string, { input: unknown; output: unknown }>;

export interface Answer<O> {
  output: O;
  /** Memory that is transferred to the caller instead of copied. */
  transfer?: ArrayBuffer[];
}

export type Handlers<T extends Tasks> = {
  [K in keyof T]: (input: T[K]['input']) => Answer<T[K]['output']> | Promise<Answer<T[K]['output']>>;
};

export interface TaskMessage {
  task: string;
  input: unknown;
}

/** `ready` is sent once, when the program has been loaded. */
export type ReplyMessage = { output: unknown } | { error: Error } | { ready: true };
