import pg from 'pg';

/** Creates another database on the same PostgreSQL, with the owner that `url` connects as. Returns its URL. */
export async function createDatabase(
  { url, adminUrl }: { url: string; adminUrl: string },
  name: string,
  template = 'template1',
): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const created = new URL(url);
  try {
    await client.query(`create database ${name} owner ${created.username} template ${template}`);
  } finally {
    await client.end();
  }
  created.pathname = `/${name}`;
  return created.href;
}
