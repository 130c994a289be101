import * as contract from '@warranty/contracts/access-tokens';
import type { HasSignIn } from '../../accounts/sign-in-mode.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { AccessTokensService } from './access-tokens.service.ts';

export function accessTokensRoutes(service: AccessTokensService, { signIn }: HasSignIn): Route[] {
  const ofMembers = route(contract.takeOverToken, ({ caller, params }) =>
    service.takeOver(caller, params.tokenId),
  );
  return [
    route(contract.listAccessTokens, async ({ caller }) => ({ tokens: await service.list(caller) })),
    route(contract.createAccessToken, ({ caller, body }) => service.create(caller, body)),
    route(contract.updateAccessToken, ({ caller, params, body }) =>
      service.update(caller, params.tokenId, body),
    ),
    route(contract.revokeAccessToken, ({ caller, params }) => service.revoke(caller, params.tokenId)),
    ...(signIn.mode === 'off' ? [] : [ofMembers]),
  ];
}
