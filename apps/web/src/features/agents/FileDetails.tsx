import type { AgentFile } from '@warranty/contracts/agents';
import { formatNumber } from '../../lib/format-number.ts';
import { Code } from '../../ui/Code.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { verifyCommand } from './platforms.ts';

/** The actual size and checksum of the file, and how to verify them. */
export function FileDetails({ file: { platform, fileName, size, sha256 } }: { file: AgentFile }) {
  return (
    <dl className="grid content-start gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      <dt className="text-ink-2">Size</dt>
      <dd className="tabular-nums">
        {formatBytes(size)} <span className="text-ink-2">({formatNumber(size)} bytes)</span>
      </dd>
      <dt className="text-ink-2">SHA-256</dt>
      <dd className="min-w-0">
        <Code copyLabel="Copy SHA-256">{sha256}</Code>
      </dd>
      <dt className="text-ink-2">Verify</dt>
      <dd className="min-w-0">
        <Code copyLabel="Copy verify command">{verifyCommand(platform, fileName)}</Code>
      </dd>
    </dl>
  );
}
