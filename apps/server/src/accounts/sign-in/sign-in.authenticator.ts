import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { refuseUnstorable } from '../../platform/http/bodies/storable-text.ts';
import type { Cookie } from '../../platform/http/cookie.ts';
import type { Authenticator } from '../../platform/http/endpoints.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { SignInMode } from '../sign-in-mode.ts';
import type { SignInService } from './sign-in.service.ts';

export interface PeopleDeps {
  mode: SignInMode;
  cookie: Cookie;
  resume: SignInService['resume'];
  usernameOf(owner: OwnerId): Promise<string>;
}

/** Which organization a request is about, by its handle. Pages of people always say it. */
function organizationOf(request: FastifyRequest): string {
  const handle = request.headers['warranty-organization'] ?? organizationInLink(request);
  return typeof handle === 'string' ? handle : '';
}

/** A link that downloads a file cannot have a header. */
function organizationInLink({ query, routeOptions }: FastifyRequest): unknown {
  if (!('organization' in (routeOptions.config.endpoint?.query?.shape ?? {}))) return '';
  const refusal = refuseUnstorable({ query });
  if (refusal) throw refusal;
  return (query as { organization?: unknown }).organization;
}

/** Who is signed in. */
export function createPeople({ mode, cookie, resume, usernameOf }: PeopleDeps) {
  /**
   * Null for a browser, which has no sign-in. One that has ended is never ignored: the person would go on working with the data
   * of the browser behind it.
   */
  async function find(request: FastifyRequest) {
    if (mode === 'off') return null;
    const [token, handle] = [cookie.read(request), organizationOf(request)];
    if (!token) {
      if (mode === 'required' || handle) throw new AppError('sign_in_needed');
      return null;
    }
    const found = await resume(token, handle, request.headers['user-agent']);
    if (!found) throw new AppError('sign_in_ended');
    return { ...found, namesOrganization: handle !== '' };
  }

  return {
    find,
    readToken: cookie.read,

    /** A recovered browser could do nothing, and its code would be used up. */
    requireBrowsers(): void {
      if (mode === 'required') throw new AppError('sign_in_needed');
    },

    /** A token is for one organization, so a request with it cannot be about another one. */
    tokenAuthenticator:
      (tokens: Authenticator): Authenticator =>
      async (request, reply) => {
        const identity = await tokens(request, reply);
        const handle = mode === 'off' ? '' : organizationOf(request);
        if (handle && handle !== (await usernameOf(identity.owner)))
          throw new AppError('organization_unknown');
        return identity;
      },

    /** People, and browsers without a sign-in. */
    authenticator:
      (browsers: Authenticator): Authenticator =>
      async (request, reply) => {
        const found = await find(request);
        if (!found) return browsers(request, reply);
        const { person, organization, role, isFresh, namesOrganization } = found;
        return {
          owner: organization ?? person,
          isOrganization: organization !== null,
          actor: { kind: 'person', id: person, isFresh, namesOrganization, ...(role && { role }) },
        };
      },
  };
}
