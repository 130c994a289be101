declare const ownerIdBrand: unique symbol;

/** Whom rows belong to: the id of a row of `users`. */
export type OwnerId = string & { readonly [ownerIdBrand]: true };

/** For ids from the database or from a job; nothing of a request is an owner until an authenticator says so. */
export const toOwnerId = (id: string): OwnerId => id as OwnerId;

/**
 * The owner of what all others share: the credentials in the settings and the answers to them. The first migration
 * creates it. It never expires, and cannot be erased or suspended.
 */
export const installationOwner = toOwnerId('00000000-0000-4000-8000-000000000001');
