import * as z from 'zod/mini';

// Fields that several contracts have.

export const text = z.nullable(z.string());
export const count = z.int().check(z.nonnegative());
export const instant = z.string().check(z.describe('ISO 8601 date and time'));

/** Part of the reply when a user creates a secret. */
export const recoveryCode = text.check(
  z.describe('Recovery code, returned with the first secret a user creates'),
);

/** Missing for browsers, which are alone. */
export const createdBy = z
  .optional(text)
  .check(
    z.describe('In an organization: the member who created it. Null if that person does not exist any more'),
  );

export const messageReply = z.object({ message: z.string() });

/** For the links that download files. */
export const organizationInLink = z
  .optional(z.string().check(z.maxLength(40)))
  .check(
    z.describe(
      'The handle of the organization, like the header `warranty-organization`, which a link cannot have',
    ),
  );
