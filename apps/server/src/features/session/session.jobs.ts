import * as z from 'zod/mini';
import { defineJob, handleJob, type JobHandler, scheduledJob } from '../../platform/jobs/job.ts';
import type { SessionService } from './session.service.ts';

export const eraseUser = defineJob('session.erase-user', z.object({ userId: z.uuid() }));

export function sessionJobs(service: SessionService): JobHandler[] {
  return [
    scheduledJob('session.sweep', '17 3 * * *', () => service.sweep()),
    handleJob(eraseUser, ({ userId }, attempt) => service.erase(userId, attempt)),
  ];
}
