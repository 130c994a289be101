import { BookOpen } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/Button.tsx';
import { Code, CodeBlock } from '../../ui/Code.tsx';
import { curlExample, tokenPlaceholder } from './curl-example.ts';

/** A device that has an answer here, or one that shows what a tag looks like. */
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

/** How a token is used, and where the rest is told. */
export function UseToken() {
  return (
    <section aria-labelledby="use-token" className="space-y-3">
      <div>
        <h2 id="use-token" className="font-semibold text-lg">
          Use a token
        </h2>
        <p className="mt-0.5 max-w-180 text-ink-2">
          Send it with every request, in place of <Code>{tokenPlaceholder}</Code>. It opens lookups of one
          device, of many and by photo; your vendor keys and your tokens stay closed to it.
        </p>
      </div>
      <CurlExample />
      <Button asChild icon={<BookOpen aria-hidden size={16} />}>
        <a href="/api/docs">API reference</a>
      </Button>
    </section>
  );
}
