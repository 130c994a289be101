import * as passkeyContract from '@warranty/contracts/passkeys';
import * as contract from '@warranty/contracts/sign-in';
import { returnAddress } from '@warranty/domain/return-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookie } from '../../platform/http/cookie.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { Attempts } from './attempts.ts';
import type { LinkService } from './links.service.ts';
import { challengeHashOf, type RelyingParty } from './passkey-check.ts';
import type { PasskeyService } from './passkeys.service.ts';
import type { ProviderService } from './provider.service.ts';
import type { Provider } from './provider.ts';
import { attemptMinutes } from './sign-in.limits.ts';
import type { SignInService, SignInVisit } from './sign-in.service.ts';

export interface SignInRoutesDeps {
  attempts: Attempts;
  cookie: Cookie;
  links: LinkService;
  /** Null where people do not sign in with passkeys. */
  passkeys: PasskeyService | null;
  /** Null without an identity provider. */
  provider: { identity: Provider; service: ProviderService } | null;
  relyingParty: RelyingParty;
  signIn: SignInService;
  usernameOf(owner: OwnerId): Promise<string>;
}

export function signInRoutes(deps: SignInRoutesDeps): Route[] {
  const { passkeys, provider } = deps;
  const withPasskeys = passkeys && { ...deps, passkeys };
  return [
    ...(withPasskeys ? [...passkeyRoutes(withPasskeys), ...ownPasskeyRoutes(withPasskeys)] : []),
    ...(provider ? providerRoutes({ ...deps, provider }) : []),
    signOutRoute(deps),
    ...(withPasskeys ? newPersonRoutes(withPasskeys) : []),
    ...linkRoutes(deps),
  ];
}

type Deps = SignInRoutesDeps;
type With<Name extends 'passkeys' | 'provider'> = Deps & { [N in Name]: NonNullable<Deps[N]> };

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

function passkeyRoutes(deps: With<'passkeys'>): Route[] {
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
  ];
}

function providerRoutes(deps: With<'provider'>): Route[] {
  const { attempts, cookie, links, provider, relyingParty, signIn, usernameOf } = deps;
  return [
    route(contract.startProviderSignIn, async ({ body, request, reply }) => {
      const { returnTo = '/', secret, again = false } = body;
      await signIn.allowAttempt(request);
      const linkId = secret === undefined ? undefined : await links.findInvitation(secret);
      await provider.identity.prepare();
      const beginning = { linkId, returnTo: returnAddress(returnTo, relyingParty.origin) };
      const attempt = await attempts.startWithProvider(reply, beginning);
      return { url: await provider.identity.urlFor(attempt, { again }) };
    }),

    route(contract.finishProviderSignIn, async ({ body: { query }, request, reply }) => {
      await signIn.allowAttempt(request);
      const state = new URLSearchParams(query).get('state') ?? '';
      const { attempt, linkId, returnTo } = await attempts.finishWithProvider(request, state);
      const opened = await provider.service.signIn(query, attempt, linkId, visitOf(request, deps));
      cookie.write(reply, opened.token);
      return { returnTo, handle: opened.organization && (await usernameOf(opened.organization)) };
    }),

    route(contract.readProviderSignOut, async () => ({ url: await provider.identity.signOutUrl() })),
  ];
}

function signOutRoute(deps: Deps): Route {
  const { cookie, signIn } = deps;
  return route(contract.signOut, async ({ request, reply }) => {
    await signIn.signOut(cookie.read(request) ?? '', visitOf(request, deps));
    cookie.clear(reply);
    return undefined;
  });
}

/** Of the person who is signed in. */
function ownPasskeyRoutes({ attempts, passkeys, signIn }: With<'passkeys'>): Route[] {
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

/** With an invitation. */
function newPersonRoutes(deps: With<'passkeys'>): Route[] {
  const { attempts, cookie, links, passkeys, signIn } = deps;
  return [
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
  ];
}

function linkRoutes(deps: Deps): Route[] {
  const { cookie, links, signIn, usernameOf } = deps;
  return [
    route(contract.inspectLink, async ({ body: { secret }, request }) => {
      const { organization, role, person, invitedBy, expiresAt } = await links.inspect(secret, request);
      const kind = organization === null ? 'sign-in' : 'invitation';
      return { kind, organization, role, person, invitedBy, expiresAt: expiresAt.toISOString() };
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
