import type { Endpoint } from '@warranty/contracts/core/endpoint';
import * as system from '@warranty/contracts/system';
import type { Readiness } from '../readiness.ts';
import { AppError } from './app-error.ts';
import { type ApiInfo, toOpenApi } from './openapi.ts';
import { type PackedPage, packPage, sendPage } from './pages/packed-page.ts';
import { packedDocumentRoute, type Route, route } from './route.ts';

export interface SystemRoutesOptions {
  readiness: Readiness;
  info: ApiInfo;
  cookieName: string;
  /** The page of the web app, which shows the reference; null if it was not built. */
  page: PackedPage | null;
}

/** For a server without a built web app. Everything in it is ours. */
const pageWithoutApp = `<!doctype html><html lang="en"><meta charset="utf-8"><title>API reference</title>
<h1>API reference</h1><p>The web app of this server is not built. Every endpoint is described in
<a href="${system.openApiDocument.path}">${system.openApiDocument.path}</a>.</p></html>`;

/** Health checks and the API documentation. */
export function systemRoutes({ readiness, info, cookieName, page }: SystemRoutesOptions): Route[] {
  const reference = page ?? packPage(pageWithoutApp);
  const describe = (endpoints: readonly Endpoint[]) => toOpenApi(endpoints, info, cookieName);
  return [
    packedDocumentRoute(system.openApiDocument, (endpoints) => JSON.stringify(describe(endpoints))),
    route(system.apiReference, ({ request, reply }) => sendPage(request, reply, reference)),
    route(system.liveness, () => ({ status: 'ok' as const })),
    route(system.readiness, async () => {
      const reason = await readiness.notReadyReason();
      if (reason !== null) throw new AppError('not_ready', { values: { reason } });
      return { status: 'ready' as const };
    }),
  ];
}
