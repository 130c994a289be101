import { createHash } from 'node:crypto';
import pg from 'pg';

const hash = (kind: string, n: number) => createHash('sha256').update(`${kind} ${n}`).digest();
const name = (n: number) => `demo-user-${String(n).padStart(9, '0')}`;

/** What requests read and write, as the version before the migrations does: it knows none of their columns. */
const kinds: ((n: number) => { text: string; values: unknown[] })[] = [
  (n) => ({
    text: `select users.id from sessions join users on users.id = sessions.owner
            where token_hash = $1 and forgotten_at is null`,
    values: [hash('session', n)],
  }),
  (n) => ({
    text: 'update sessions set last_used_at = now() where token_hash = $1',
    values: [hash('session', n)],
  }),
  (n) => ({ text: 'update users set last_used_at = now() where username = $1', values: [name(n)] }),
  (n) => ({
    text: `select t.id, users.id as owner from external_api_tokens t join users on users.id = t.user_id
            where token_hash = $1 and forgotten_at is null and is_active`,
    values: [hash('token', n - (n % 10))],
  }),
  (n) => ({
    text: 'update external_api_tokens set usage_count = usage_count + 1 where token_hash = $1',
    values: [hash('token', n - (n % 10))],
  }),
  (n) => ({
    text: `select s.id from agent_secrets s join users on users.id = s.owner
            where secret_hash = $1 and forgotten_at is null`,
    values: [hash('secret', n - (n % 20))],
  }),
  (n) => ({
    text: `select status from bulk_runs where owner = (select id from users where username = $1)`,
    values: [name(n)],
  }),
  () => ({
    text: `with added as (insert into users (username, password) values ('demo-user-' || gen_random_uuid(), '!') returning id)
           insert into sessions (token_hash, owner) select sha256(gen_random_uuid()::text::bytea), id from added`,
    values: [],
  }),
];

export interface StatementLoad {
  /** The longest wait in milliseconds since the last call, from when a statement was due. */
  longest(): number;
  stop(): Promise<{ sent: number; errors: string[] }>;
}

/** Runs statements at a fixed rate until it is stopped. */
export function startStatements(url: string, users: number, perSecond: number): StatementLoad {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  const errors: string[] = [];
  let sent = 0;
  let longest = 0;

  async function run(index: number): Promise<void> {
    const dueAt = startedAt + (index * 1000) / perSecond;
    const statement = kinds[index % kinds.length]?.(1 + ((index * 7919) % users));
    try {
      if (statement) await pool.query(statement);
    } catch (error) {
      errors.push(String(error));
    }
    longest = Math.max(longest, performance.now() - dueAt);
  }

  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * perSecond) / 1000;
    for (; sent < due; sent += 1) running.push(run(sent));
  }, 2);
  return {
    longest() {
      const value = longest;
      longest = 0;
      return value;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      await pool.end();
      return { sent, errors };
    },
  };
}
