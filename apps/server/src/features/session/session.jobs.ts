import type { JobPayload, jobs } from '@warranty/contracts/jobs';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import type { SessionService } from './session.service.ts';

export function sessionJobs(service: SessionService): JobHandler<typeof jobs>[] {
  return [
    { name: 'session.sweep', run: () => service.sweep() },
    {
      name: 'session.erase-user',
      run: (payload: JobPayload<'session.erase-user'>, attempt) => service.erase(payload.userId, attempt),
    },
  ];
}
