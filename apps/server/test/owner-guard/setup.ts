import { afterAll, inject } from 'vitest';
import { describeFindings, takeFindings } from './findings.ts';
import { guardClients } from './guarded-client.ts';

const installed = inject('ownerGuard');
if (installed) guardClients(installed);

afterAll(() => {
  const found = takeFindings();
  if (found.length > 0) throw new Error(describeFindings(found));
});
