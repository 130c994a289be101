import { ownedTable, partOf } from '../../platform/ownership/stored-table.ts';

export const agentTables = [
  ownedTable({
    name: 'agent_secrets',
    bound: '`AGENT_SECRETS_PER_USER`',
    deleted: 'by the owner',
    quota: {
      ...{ id: 'agent-secrets', label: 'Agent secrets', max: 'AGENT_SECRETS_PER_USER' },
      note: 'Freed when you revoke a secret.',
    },
  }),
  ownedTable({
    name: 'agent_discovery_sessions',
    about: 'with the devices of every scan as a compressed value',
    bound: '`AGENT_STORED_SCANS`, `AGENT_STORED_DEVICES`, `AGENT_SCANS_PER_MINUTE`',
    retention: {
      setting: 'DISCOVERY_DAYS',
      column: 'created_at',
      since: 'it was received',
      job: 'agents.sweep',
    },
  }),
  partOf('scan', {
    name: 'discovered_devices',
    // A table in partitions, without a foreign key.
    parent: { table: 'agent_discovery_sessions', column: 'session_id', key: 'id' },
    about: 'a partition per month; with the IP address of each device in the scanned network',
    bound: 'the newest scan of each agent; `AGENT_STORED_DEVICES`, `AGENT_DEVICES_PER_DAY_PER_ADDRESS`',
    deleted: 'when the agent sends a newer scan; with the scan; the partition one day after its scans',
  }),
  ownedTable({ name: 'discovery_usage', bound: 'one per owner' }),
];
