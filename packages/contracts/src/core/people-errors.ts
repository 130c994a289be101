/** The part of the error catalog that is about people, their sign-in and their organizations. */
export const peopleErrors = {
  sign_in_needed: { status: 401, error: 'Sign in to use this.' },
  sign_in_ended: { status: 401, error: 'Your sign-in has ended. Sign in again.' },
  organization_needed: {
    status: 400,
    error: 'You are not in an organization, or in several: the request has to name one.',
  },
  browser_only: { status: 404, error: 'Not found: this is for browsers without a sign-in.' },
  organization_unknown: { status: 404, error: 'You are in no organization with this name.' },
  passkey_refused: { status: 422, error: 'This passkey was not accepted. Try again, or use another one.' },
  sign_in_expired: { status: 422, error: 'That took too long. Start again.' },
  provider_unavailable: {
    status: 503,
    error:
      'The identity provider cannot be reached. Try again, or ask the administrator of this server for a sign-in link.',
  },
  provider_denied: {
    status: 422,
    error: 'The identity provider did not let you in, or you canceled. Try again.',
  },
  provider_refused: {
    status: 422,
    error: 'The reply of the identity provider was not accepted. Start again.',
  },
  person_suspended: {
    status: 403,
    error: 'You cannot sign in to this server any more. Ask its administrator.',
  },
  too_many_passkeys: {
    status: 409,
    error: 'You have reached the limit of {count} passkeys. Delete one first.',
  },
  last_passkey: { status: 409, error: 'This is your only passkey. Add another one first.' },
  link_refused: { status: 422, error: 'This link no longer works. Ask for a new one.' },
  already_member: { status: 409, error: 'You are already in this organization.' },
  last_admin: {
    status: 409,
    error: 'An organization needs an admin. Make another member an admin first.',
  },
  handle_taken: { status: 409, error: 'This handle is taken, was in use before, or is reserved.' },
  too_many_invitations: {
    status: 409,
    error: 'You have reached the limit of {count} open invitations. Revoke one first.',
  },
  too_many_members: { status: 409, error: 'This organization has reached the limit of {count} members.' },
  sign_in_again: { status: 403, error: 'Sign in again to do this.' },
  role_too_low: { status: 403, error: 'Only {roles} can do this.' },
} as const;
