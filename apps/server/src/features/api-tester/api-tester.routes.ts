import { callVendorOperation } from '@warranty/contracts/api-tester';
import { type Route, route } from '../../platform/http/route.ts';
import type { ApiTesterService } from './api-tester.service.ts';

export function apiTesterRoutes(service: ApiTesterService): Route[] {
  return [
    route(callVendorOperation, ({ body, caller, reply }) => {
      const leaving = new AbortController();
      reply.raw.once('close', () => leaving.abort());
      return service.call(caller, body, leaving.signal);
    }),
  ];
}
