import type * as z from 'zod/mini';

/** Whether a value has the form of a schema: what is stored in a browser is not trusted. */
export const matches =
  <T>(schema: z.ZodMiniType<T>) =>
  (value: unknown): value is T =>
    schema.safeParse(value).success;
