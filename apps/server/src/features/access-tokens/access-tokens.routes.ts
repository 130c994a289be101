import * as contract from '@warranty/contracts/access-tokens';
import { type Route, route } from '../../platform/http/route.ts';
import type { AccessTokensService } from './access-tokens.service.ts';

export function accessTokensRoutes(service: AccessTokensService): Route[] {
  return [
    route(contract.listAccessTokens, async ({ caller }) => ({ tokens: await service.list(caller.owner) })),
    route(contract.createAccessToken, ({ caller, body }) => service.create(caller, body)),
    route(contract.updateAccessToken, ({ caller, params, body }) =>
      service.update(caller, params.tokenId, body),
    ),
    route(contract.revokeAccessToken, ({ caller, params }) => service.revoke(caller, params.tokenId)),
  ];
}
