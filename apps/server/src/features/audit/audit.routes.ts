import * as contract from '@warranty/contracts/audit-events';
import { type Route, route } from '../../platform/http/route.ts';
import type { AuditService } from './audit.service.ts';

export function auditRoutes(service: AuditService): Route[] {
  return [
    route(contract.listAuditEvents, ({ caller, query }) => service.list(caller.owner, query.before)),
    route(contract.downloadAuditEvents, async ({ caller, reply }) => {
      const text = await service.download(caller);
      const name = `activity_${new Date().toISOString().slice(0, 10)}.csv`;
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return text;
    }),
  ];
}
