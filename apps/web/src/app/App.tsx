import { useEffect, useState } from 'react';
import { establishSession } from '../lib/session.ts';

type Connection = { state: 'connecting' } | { state: 'connected'; userId: string } | { state: 'failed' };

function useConnection(): Connection {
  const [connection, setConnection] = useState<Connection>({ state: 'connecting' });
  useEffect(() => {
    establishSession().then(
      (userId) => setConnection({ state: 'connected', userId }),
      () => setConnection({ state: 'failed' }),
    );
  }, []);
  return connection;
}

export function App() {
  const connection = useConnection();
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <h1 className="font-semibold text-title">IT Warranty Lookup</h1>
      <p className="mt-2 text-ink-2">
        What cover a device has: one device, a spreadsheet, a photo or a whole network.
      </p>
      <p className="mt-8 rounded-card border border-line bg-surface p-4" role="status">
        {connection.state === 'connecting' && 'Connecting...'}
        {connection.state === 'failed' && 'Failed to initialize session. Please refresh the page.'}
        {connection.state === 'connected' && (
          <>
            Connected as <code className="font-mono">{connection.userId}</code>
          </>
        )}
      </p>
      <p className="mt-4">
        <a className="text-accent underline" href="/api/docs">
          API reference
        </a>
      </p>
    </main>
  );
}
