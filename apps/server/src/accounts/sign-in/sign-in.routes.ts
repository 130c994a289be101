import * as passkeyContract from '@warranty/contracts/passkeys';
import * as contract from '@warranty/contracts/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookie } from '../../platform/http/cookie.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { Attempts } from './attempts.ts';
import type { LinkService } from './links.service.ts';
import { challengeHashOf, type RelyingParty } from './passkey-check.ts';
import type { PasskeyService } from './passkeys.service.ts';
import { attemptMinutes } from './sign-in.limits.ts';
import type { SignInService, SignInVisit } from './sign-in.service.ts';

export interface SignInRoutesDeps {
  attempts: Attempts;
  cookie: Cookie;
  links: LinkService;
  passkeys: PasskeyService;
  relyingParty: RelyingParty;
  signIn: SignInService;
  usernameOf(owner: OwnerId): Promise<string>;
}

export function signInRoutes(deps: SignInRoutesDeps): Route[] {
  return [...passkeyRoutes(deps), ...ownPasskeyRoutes(deps), ...linkRoutes(deps)];
}

type Deps = SignInRoutesDeps;

const visitOf = (request: FastifyRequest, { cookie }: Pick<Deps, 'cookie'>): SignInVisit => ({
  client: request.client,
  requestId: request.id,
  userAgent: request.headers['user-agent'],
  presentedToken: cookie.read(request),
});

function welcome(reply: FastifyReply, cookie: Cookie, token: string): { message: string } {
  cookie.write(reply, token);
  return { message: 'You are signed in.' };
}

function passkeyRoutes(deps: Deps): Route[] {
  const { attempts, cookie, relyingParty, signIn } = deps;
  return [
    route(contract.passkeyOptions, async ({ request, reply }) => {
      await signIn.allowAttempt(request);
      const challenge = await attempts.start(reply, { purpose: 'passkey' });
      const timeout = attemptMinutes * 60_000;
      return { challenge, rpId: relyingParty.host, timeout, userVerification: 'required' as const };
    }),

    route(contract.signInWithPasskey, async ({ body: { credential }, request, reply }) => {
      await signIn.allowAttempt(request);
      await attempts.finish(request, challengeHashOf(credential), 'passkey');
      return welcome(reply, cookie, await signIn.withPasskey(credential, visitOf(request, deps)));
    }),

    route(contract.signOut, async ({ request, reply }) => {
      await signIn.signOut(cookie.read(request) ?? '', visitOf(request, deps));
      cookie.clear(reply);
      return undefined;
    }),
  ];
}

/** Of the person who is signed in. */
function ownPasskeyRoutes({ attempts, passkeys, signIn }: Deps): Route[] {
  return [
    route(passkeyContract.listPasskeys, async ({ caller }) => ({
      passkeys: await passkeys.list(caller.owner),
    })),

    route(passkeyContract.addPasskey, async ({ caller, body: { name, credential }, request }) => {
      const attempt = await attempts.finish(request, challengeHashOf(credential), 'new-passkey');
      await passkeys.add(caller, name, await passkeys.check(credential), attempt.personId);
      return { message: 'Passkey added.' };
    }),

    route(passkeyContract.newPasskeyOptions, async ({ caller: { owner }, request, reply }) => {
      await signIn.allowAttempt(request);
      const passkey = await passkeys.prepare(owner);
      const challenge = await attempts.start(reply, { purpose: 'new-passkey', personId: owner });
      return passkeys.creationOptions(challenge, passkey);
    }),

    route(passkeyContract.deletePasskey, async ({ caller, params }) => {
      await passkeys.remove(caller, params.passkeyId);
      return { message: 'Passkey deleted.' };
    }),
  ];
}

function linkRoutes(deps: Deps): Route[] {
  const { attempts, cookie, links, passkeys, signIn, usernameOf } = deps;
  return [
    route(contract.inspectLink, async ({ body: { secret }, request }) => {
      const { organization, role, person, invitedBy, expiresAt } = await links.inspect(secret, request);
      const kind = organization === null ? 'sign-in' : 'invitation';
      return { kind, organization, role, person, invitedBy, expiresAt: expiresAt.toISOString() };
    }),

    route(contract.linkPasskeyOptions, async ({ body: { secret, name }, request, reply }) => {
      await signIn.allowAttempt(request);
      const linkId = await links.findInvitation(secret);
      const challenge = await attempts.start(reply, { purpose: 'new-passkey', linkId });
      return passkeys.creationOptions(challenge, { name });
    }),

    route(contract.joinWithPasskey, async ({ body: { name, passkeyName, credential }, request, reply }) => {
      await signIn.allowAttempt(request);
      const { linkId } = await attempts.finish(request, challengeHashOf(credential), 'new-passkey');
      const passkey = await passkeys.check(credential);
      const member = { name, passkeyName, passkey };
      return welcome(reply, cookie, await links.joinAsNewPerson(linkId, member, visitOf(request, deps)));
    }),

    route(contract.signInWithLink, async ({ body: { secret }, request, reply }) => {
      await signIn.allowAttempt(request);
      return welcome(reply, cookie, await links.signIn(secret, visitOf(request, deps)));
    }),

    route(contract.acceptLink, async ({ caller, body: { secret } }) => ({
      handle: await usernameOf(await links.accept(caller, secret)),
    })),
  ];
}
