import type pg from 'pg';

type Callback = (error: unknown, result?: pg.QueryResult) => void;

/** What is asked of a connection, in whichever of its ways. */
export interface Asked {
  text: string;
  values: readonly unknown[];
  callback: Callback | null;
  /** Reads or writes piece by piece, such as COPY. */
  isStream: boolean;
}

/** Null for what is no statement. */
export function toAsked(query: unknown, values: unknown, callback: unknown): Asked | null {
  const config = typeof query === 'string' ? { text: query } : (query as Record<string, unknown> | null);
  if (typeof config?.text !== 'string') return null;
  const given = Array.isArray(values) ? values : 'values' in config && config.values;
  const last = typeof values === 'function' ? values : callback;
  return {
    text: config.text,
    values: Array.isArray(given) ? given : [],
    callback: typeof last === 'function' ? (last as Callback) : null,
    isStream: 'submit' in config,
  };
}

/** The same without the callback, for an answer as a promise. */
export const withoutCallback = (values: unknown) => (typeof values === 'function' ? undefined : values);
