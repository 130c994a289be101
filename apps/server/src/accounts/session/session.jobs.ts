import * as z from 'zod/mini';
import { defineJob, handleJob, type JobHandler, scheduledJob } from '../../platform/jobs/job.ts';
import { toOwnerId } from '../../platform/ownership/owner-id.ts';
import type { SessionService } from './session.service.ts';

export const eraseUser = defineJob('session.erase-user', z.object({ owner: z.uuid() }));

export function sessionJobs(service: SessionService): JobHandler[] {
  return [
    scheduledJob('session.sweep', '17 3 * * *', () => service.sweep()),
    handleJob(eraseUser, ({ owner }, attempt) => service.erase(toOwnerId(owner), attempt)),
  ];
}
