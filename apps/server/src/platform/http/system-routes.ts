import type { Endpoint } from '@warranty/contracts/endpoint';
import * as system from '@warranty/contracts/system';
import type { Readiness } from '../readiness.ts';
import { AppError } from './app-error.ts';
import { type ApiInfo, toOpenApi } from './openapi.ts';
import { referencePage } from './reference-page.ts';
import { type Route, route } from './route.ts';

export interface SystemRoutesOptions {
  readiness: Readiness;
  endpoints: readonly Endpoint[];
  info: ApiInfo;
  cookieName: string;
}

/** Health checks and the API documentation. Both documents are generated once. */
export function systemRoutes({ readiness, endpoints, info, cookieName }: SystemRoutesOptions): Route[] {
  const document = toOpenApi(endpoints, info, cookieName);
  const documentText = JSON.stringify(document);
  const page = referencePage(document, system.openApiDocument.path);
  return [
    route(system.liveness, () => ({ status: 'ok' as const })),
    route(system.readiness, async () => {
      const reason = await readiness.notReadyReason();
      if (reason !== null) throw new AppError('not_ready', { values: { reason } });
      return { status: 'ready' as const };
    }),
    route(system.openApiDocument, () => documentText),
    route(system.apiReference, () => page),
  ];
}
