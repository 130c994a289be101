import { Link } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { useConfig } from '../../shared/server/config.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Code, CodeBlock } from '../../ui/text/Code.tsx';
import { curlExample, tokenPlaceholder } from './curl-example.ts';

/** A sample device that this server knows, or else an example of a service tag. */
function useIdentifier(): string {
  const samples = useConfig()?.samples ?? [];
  return samples.find(({ manufacturer }) => manufacturer === 'Dell')?.identifier ?? '7XK2P93';
}

export function CurlExample({ token }: { token?: string }) {
  const identifier = useIdentifier();
  return (
    <CodeBlock label="curl example">
      {curlExample({ origin: location.origin, identifier, ...(token && { token }) })}
    </CodeBlock>
  );
}

/** How to use a token, with a link to the API reference. */
export function UseToken() {
  return (
    <section aria-labelledby="use-token" className="space-y-3">
      <div>
        <h2 id="use-token" className="font-semibold text-lg">
          Use a token
        </h2>
        <p className="mt-0.5 max-w-180 text-ink-2">
          Send the token with every request in place of <Code>{tokenPlaceholder}</Code>. What a token may do
          is chosen when it is generated. No token can access your vendor keys or other tokens.
        </p>
      </div>
      <CurlExample />
      <Button asChild icon={BookOpen}>
        <Link to="/api/docs">API reference</Link>
      </Button>
    </section>
  );
}
