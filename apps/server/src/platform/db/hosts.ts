/**
 * The URLs of all servers in `postgres://user:password@first:5432,second:5432/name`. The driver accepts only one host, unlike
 * other clients of PostgreSQL.
 */
export function splitHosts(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => start + host + rest) : [url];
}

export type Hosts = ReturnType<typeof createHosts>;

/** The servers of a database, of which only one can be written to. */
export function createHosts(url: string) {
  const urls = splitHosts(url);
  let index = 0;
  return {
    count: urls.length,
    /** The server to connect to. */
    current: () => urls[index] as string,
    /** Chooses the next server if this one is still the current one. */
    leave(failed: string): void {
      if (urls[index] === failed) index = (index + 1) % urls.length;
    },
  };
}
