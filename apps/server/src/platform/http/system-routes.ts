import type { Endpoint } from '@warranty/contracts/endpoint';
import * as system from '@warranty/contracts/system';
import type { Readiness } from '../readiness.ts';
import { AppError } from './app-error.ts';
import { type ApiInfo, toOpenApi } from './openapi.ts';
import { referencePage } from './reference-page.ts';
import { documentRoute, type Route, route } from './route.ts';

export interface SystemRoutesOptions {
  readiness: Readiness;
  info: ApiInfo;
  cookieName: string;
}

/** Health checks and the API documentation. */
export function systemRoutes({ readiness, info, cookieName }: SystemRoutesOptions): Route[] {
  const describe = (endpoints: readonly Endpoint[]) => toOpenApi(endpoints, info, cookieName);
  return [
    documentRoute(system.openApiDocument, (endpoints) => JSON.stringify(describe(endpoints))),
    documentRoute(system.apiReference, (endpoints) =>
      referencePage(describe(endpoints), system.openApiDocument.path),
    ),
    route(system.liveness, () => ({ status: 'ok' as const })),
    route(system.readiness, async () => {
      const reason = await readiness.notReadyReason();
      if (reason !== null) throw new AppError('not_ready', { values: { reason } });
      return { status: 'ready' as const };
    }),
  ];
}
