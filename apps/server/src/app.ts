import { exampleSerial } from '@warranty/contracts/core/example';
import { readConfig as readConfigEndpoint } from '@warranty/contracts/system';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';
import { sessionOrBearer } from './platform/http/bearer.ts';
import { readPages, servePages } from './platform/http/pages/pages.ts';
import { requestFrameRoute } from './platform/http/pages/request-frame.ts';
import { type Route, route } from './platform/http/route.ts';
import { createHttpServer } from './platform/http/server.ts';
import { systemRoutes } from './platform/http/system-routes.ts';
import { defaultPorts } from './platform/outbound/guarded-client.ts';

/** Builds the HTTP application from the features. Production, tests and measurements use this same function. */
export async function buildApp(config: Config, deps: Deps): Promise<FastifyInstance> {
  const pages = await readPages(config.webDir, config.demo ? 'data-demo' : undefined);
  const knownSerial = deps.samples[0]?.identifier ?? exampleSerial;
  const app = createHttpServer({
    publicOrigin: deps.publicOrigin,
    trustProxy: config.trustProxy,
    inlineScriptHashes: pages?.inlineScriptHashes ?? [],
    routes: [
      ...deps.features.flatMap((feature) => feature.routes),
      configRoute(config, deps),
      requestFrameRoute(Object.values(deps.bases), deps.publicOrigin.origin),
      ...systemRoutes({
        readiness: deps.readiness,
        info: {
          title: 'IT Warranty Lookup',
          version: config.version,
          description:
            'Looks up device warranties. Errors are returned as `{error, code}`, with the request ID in the `x-request-id` header.',
          serverUrl: deps.publicOrigin.origin,
          guide: deps.accessTokens.guide(deps.publicOrigin.origin, knownSerial),
          knownSerial,
          hasSignIn: config.signIn.mode !== 'off',
        },
        cookieName: deps.session.cookieName,
        page: pages?.index ?? null,
      }),
    ],
    authenticators: {
      agent: deps.agents.authenticate,
      user: sessionOrBearer(
        deps.signIn.people.authenticator(deps.session.authenticate),
        deps.signIn.people.tokenAuthenticator(deps.accessTokens.authenticate),
      ),
    },
    onAccepted: deps.accessTokens.noteUse,
    requests: config.requests,
    isDraining: deps.readiness.isDraining,
    log: deps.log,
    metrics: deps.metrics,
    principalOf: deps.principalOf,
  });
  await servePages(app, pages);
  return app;
}

const describeSignIn = ({ signIn: { mode, passkeys }, oidc, publicUrl }: Config) => ({
  ...{ mode, passkeys, url: publicUrl },
  provider: oidc && { label: oidc.label },
});

function configRoute(config: Config, { dellReady, samples, bases }: Deps): Route {
  return route(readConfigEndpoint, () => ({
    version: config.version,
    demo: config.demo,
    auditDays: config.retention.auditDays,
    dellReady,
    samples,
    feedbackEmail: config.feedbackEmail,
    issuesUrl: config.issuesUrl,
    sponsor: config.sponsor,
    podcast: config.podcast,
    social: config.social,
    vendorBases: bases,
    relayCustomUrls: config.relay.customUrls,
    relayPorts: [...defaultPorts, ...config.relay.ports],
    retention: config.retention,
    ...(config.signIn.mode !== 'off' && { signIn: describeSignIn(config) }),
  }));
}
