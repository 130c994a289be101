import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { endpointGroups } from '@warranty/contracts/core/endpoint-groups';
import { endpoints, nameOf } from '../../harness/endpoints.ts';

const callers: Record<Endpoint['access'], string> = {
  public: 'anyone',
  agent: 'agent secret',
  identity: 'session, also of a person without an organization',
  person: 'session of a person',
  session: 'session',
  'session-or-bearer': 'session or token',
};

function roleOf(endpoint: Endpoint): string {
  return [
    'role' in endpoint && endpoint.role,
    'browserOnly' in endpoint && 'browsers only',
    'fresh' in endpoint && 'signed in a short time ago',
  ]
    .filter(Boolean)
    .join(', ');
}

function row(endpoint: Endpoint): string {
  const scope = 'scope' in endpoint ? `\`${endpoint.scope}\`` : '';
  const event = endpoint.audit ? `\`${endpoint.audit}\`` : '';
  const cells = [`\`${nameOf(endpoint)}\``, callers[endpoint.access], roleOf(endpoint), scope, event];
  return `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ');
}

const byPath = (a: Endpoint, b: Endpoint) =>
  a.path === b.path ? compare(a.method, b.method) : compare(a.path, b.path);
const compare = (a: string, b: string) => (a < b ? -1 : 1);

function section(name: string): string {
  const rows = endpoints
    .filter(({ group }) => group === name)
    .sort(byPath)
    .map(row);
  return `## ${name}

| Endpoint | Called with | Least role | Scope of a token | Audit event |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** The content of docs/access.md. */
export function accessMarkdown(): string {
  return `# Who may call what

<!-- Generated from packages/contracts/src by \`npm run docs\`, so that every change of rights is a line in a diff. -->

\`verdict\` in \`packages/contracts/src/access.ts\` decides from this. A browser without sign-in is the admin of its own data. A token may
call the endpoints of its scopes and no others; one that was created before there were scopes has the first four. What belongs to
another owner does not exist for a caller, whatever its rights.

${endpointGroups.map(({ name }) => section(name)).join('\n')}`;
}
