// The tables as the migrations leave them. Written by `npm run docs`.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { OwnerId } from '../ownership/owner-id.ts';

/** Written as text: the driver would send a list as an array of PostgreSQL, which is not JSON. */
type Json = ColumnType<unknown, string, string>;
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
type GeneratedJson = ColumnType<unknown, string | undefined, string>;

export interface Tables {
  users: {
    id: Generated<string>;
    username: string;
    password: string;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    forgotten_at: Date | null;
    kind: Generated<'browser' | 'installation' | 'person' | 'organization'>;
    suspended_at: Date | null;
  };
  organizations: {
    id: string;
    name: string;
    erase_at: Date | null;
  };
  people: {
    id: string;
    name: string;
    email: string | null;
    signed_in_at: Date | null;
  };
  memberships: {
    owner: OwnerId;
    person_id: string;
    role: 'viewer' | 'member' | 'admin';
    created_at: Generated<Date>;
  };
  external_api_tokens: {
    id: Generated<string>;
    user_id: OwnerId;
    token_name: string;
    token_hash: Buffer;
    masked: string;
    is_active: Generated<boolean>;
    expires_at: Date | null;
    usage_count: Generated<string>;
    last_used_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    scopes: string[] | null;
    created_by: string | null;
  };
  access_token_windows: {
    token_id: string;
    started_at: Date;
    taken: number;
  };
  agent_secrets: {
    id: Generated<string>;
    owner: OwnerId;
    name: string;
    secret_hash: Buffer;
    masked: string;
    created_at: Generated<Date>;
    agent_id: string | null;
    for_several_agents: Generated<boolean>;
    created_by: string | null;
  };
  agent_discovery_sessions: {
    id: Generated<string>;
    owner: OwnerId;
    agent_id: string;
    platform: string;
    hostname: string | null;
    version: string | null;
    scan_timestamp: Date;
    total_devices: string;
    serial_count: number;
    body_hash: Buffer;
    secret_id: string | null;
    created_at: Generated<Date>;
    packed_devices: Buffer;
  };
  api_keys: {
    id: Generated<string>;
    user_id: OwnerId;
    vendor: string;
    key_type: string;
    key_value: string;
    description: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    masked: string;
    last_used_at: Date | null;
  };
  audit_address_keys: {
    month: string;
    key: Buffer;
  };
  audit_events: {
    at: Generated<Date>;
    id: Generated<string>;
    owner: OwnerId;
    actor_kind: 'browser' | 'person' | 'token' | 'agent' | 'operator' | 'system' | 'command';
    actor_id: string | null;
    action: string;
    target_id: string | null;
    outcome: Generated<'done' | 'refused'>;
    request_id: string | null;
    address_hash: string | null;
    details: GeneratedJson;
  };
  bulk_runs: {
    key: GeneratedAlways<string>;
    owner: OwnerId;
    id: string;
    request_hash: Buffer;
    day: Generated<string>;
    status: Generated<string>;
    options: Json;
    source: NullableJson;
    total_rows: Generated<number>;
    skipped: Generated<number>;
    not_processed: Generated<number>;
    manufacturer_stats: NullableJson;
    notices: GeneratedJson;
    notices_count: Generated<number>;
    problem: string | null;
    progress_hidden: Generated<boolean>;
    created_at: Generated<Date>;
    started_at: Date | null;
    finished_at: Date | null;
    processing_since: Date | null;
    upload_id: string | null;
    upload_expires_at: Date | null;
    arrived_rows: Generated<number>;
    client_key: string;
    continues_at: Date | null;
    arrived_bytes: Generated<string>;
    format: Generated<string>;
    unprocessed: GeneratedJson;
    created_by: string | null;
  };
  bulk_chunks: {
    run: string;
    chunk: number;
    vendor: string;
    serials: Json;
    rows: number;
    rows_each: Json;
    is_done: Generated<boolean>;
    claimed_by: string | null;
    counts: NullableJson;
    done_at: Date | null;
    ends: NullableJson;
    unknown_checked_at: Date | null;
    is_cached: Generated<boolean>;
  };
  bulk_rows: {
    day: string;
    run: string;
    row: number;
    line: number;
    vendor: string | null;
    serial: string | null;
    manufacturer: string | null;
    outcome: string | null;
    reason: string | null;
    cells: Json;
  };
  bulk_serials: {
    day: string;
    run: string;
    vendor: string;
    serial: string;
    answer: Json;
  };
  bulk_workbooks: {
    day: string;
    run: string;
    piece: number;
    bytes: Buffer;
  };
  data_keys: {
    id: string;
    wrapped: string;
    master_key_id: string;
    is_active: boolean;
    created_at: Generated<Date>;
  };
  discovered_devices: {
    session_id: string;
    id: number;
    ip: string;
    hostname: string | null;
    mac: string | null;
    open_ports: string;
    timestamp: Date;
    agent_id: string;
    vendor: string | null;
    manufacturer: string | null;
    model: string | null;
    serial: string | null;
    serial_source: string | null;
    uuid: string | null;
    os: string | null;
    created_at: Generated<Date>;
  };
  discovery_usage: {
    owner: OwnerId;
    scans: number;
    devices: string;
  };
  identities: {
    issuer: string;
    subject: string;
    person_id: string;
    created_at: Generated<Date>;
  };
  looked_up_serials: {
    owner: OwnerId;
    vendor: string;
    serial: string;
    looked_up_at: Generated<Date>;
  };
  one_time_links: {
    id: Generated<string>;
    secret_hash: Buffer;
    owner: OwnerId | null;
    role: 'viewer' | 'member' | 'admin' | null;
    person_id: string | null;
    label: Generated<string>;
    created_by: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  passkeys: {
    id: Buffer;
    person_id: string;
    public_key: Buffer;
    counter: Generated<string>;
    transports: Generated<string[]>;
    host: string;
    name: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  rate_limits: {
    key: string;
    full_at: Date;
  };
  recovery_codes: {
    owner: OwnerId;
    selector: string;
    secret_hash: Buffer;
    wrong_tries: Generated<number>;
    created_at: Generated<Date>;
  };
  retired_usernames: {
    username_hash: Buffer;
  };
  schema_migrations: {
    name: string;
    checksum: string;
    applied_at: Generated<Date>;
  };
  sessions: {
    token_hash: Buffer;
    owner: OwnerId;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    id: Generated<string>;
    browser: string | null;
    ends_at: Date | null;
    method: 'passkey' | 'provider' | 'link' | null;
  };
  shared_figures: {
    name: string;
    read_at: Generated<Date>;
    figures: NullableJson;
  };
  sign_in_attempts: {
    attempt_hash: Buffer;
    browser_hash: Buffer;
    purpose: 'provider' | 'passkey' | 'new-passkey';
    person_id: string | null;
    link_id: string | null;
    return_to: Generated<string>;
    created_at: Generated<Date>;
  };
  vendor_call_counts: {
    day: string;
    key: string;
    owner: OwnerId | null;
    calls: Generated<number>;
  };
  vendor_gates: {
    credential: string;
    owner: OwnerId;
    next_at: Generated<Date>;
    blocked_until: Date | null;
    failures: Generated<number>;
    open_until: Date | null;
    probe_until: Date | null;
  };
  vendor_key_tests: {
    owner: OwnerId;
    vendor: string;
    outcome: string;
    tested_at: Generated<Date>;
  };
  warranty_history: {
    changed_at: Date;
    checked_at: Date;
    replaced_at: Date;
    owner: OwnerId;
    vendor: string;
    serial: string;
    is_simulated: Generated<boolean>;
    answer: Json;
    erased_with: Generated<string | null>;
  };
  warranty_records: {
    owner: OwnerId;
    vendor: string;
    serial: string;
    is_simulated: Generated<boolean>;
    answer: Json;
    checked_at: Generated<Date>;
    changed_at: Generated<Date>;
    erased_with: Generated<string | null>;
  };
}
