import type * as z from 'zod';
import { wholeNumber } from './setting-schemas.ts';

export interface Setting<Key extends string = string, Schema extends z.ZodType = z.ZodType> {
  /** Where its value is in the configuration, such as `bulk.liveRuns`. */
  key: Key;
  schema: Schema;
  /** The value if the variable is not set. */
  default?: string;
  /** What applies if the variable is not set and has no fixed default, in Markdown. */
  unset?: string;
  /** One or two sentences, in Markdown. */
  description: string;
}

/** A setting that always has a value. */
export const setting = <Key extends string, Schema extends z.ZodType>(
  key: Key,
  schema: Schema,
  defaultText: string,
  description: string,
): Setting<Key, Schema> & { default: string } => ({ key, schema, default: defaultText, description });

/** A whole number of at least 1. */
export const positive = <Key extends string>(
  key: Key,
  defaultValue: number,
  max: number,
  description: string,
) => setting(key, wholeNumber(1, max), String(defaultValue), description);

/** A setting that may be missing. Its value is null then. */
export const optional = <Key extends string, Schema extends z.ZodType>(
  key: Key,
  schema: Schema,
  unset: string,
  description: string,
): Setting<Key, Schema> & { unset: string } => ({ key, schema, unset, description });

type Nested<Key extends string, Value> = Key extends `${infer Head}.${infer Rest}`
  ? { [Name in Head]: Nested<Rest, Value> }
  : { [Name in Key]: Value };

type Placed<S extends Setting> = S extends { default: string }
  ? Nested<S['key'], z.output<S['schema']>>
  : Nested<S['key'], z.output<S['schema']> | null>;

type IntersectionOf<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

/** One object with the value of each setting at its key. */
export type ValuesOf<S extends Setting> = IntersectionOf<Placed<S>>;
