import { callVendorOperation } from '@warranty/contracts/api-tester';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { type ApiTesterServiceDeps, createApiTesterService } from './api-tester.service.ts';

/** Public API of the API tester feature: calls that the server makes because a browser cannot. */
export function createApiTester(deps: ApiTesterServiceDeps): Feature {
  const service = createApiTesterService(deps);
  const call = route(callVendorOperation, ({ body, caller, reply }) => {
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort());
    return service.call(caller, body, leaving.signal);
  });
  return { routes: [call] };
}
