import { useMutation } from '@tanstack/react-query';
import {
  type AgentArchitecture,
  type AgentFile,
  type AgentPlatform,
  agentVersion,
} from '@warranty/contracts/agents';
import { CircleCheck, Download, Hammer, LoaderCircle } from 'lucide-react';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Badge } from '../../../ui/text/Badge.tsx';
import { Code, CodeBlock } from '../../../ui/text/Code.tsx';
import { type Availability, downloadFor } from './agent-downloads.ts';
import { fileNameOf, platformInfo, quickStart, verifyCommand } from './platforms.ts';
import { Step } from './Step.tsx';

export interface PlatformPanelProps {
  platform: AgentPlatform;
  availability: Availability;
  files: AgentFile[];
  /** Architecture of the last downloaded file, which the commands use. */
  architecture: AgentArchitecture;
  onDownload: (architecture: AgentArchitecture) => void;
  /** Set only right after the secret was created. */
  secret: string | null;
  onCopied: () => void;
  isDownloaded: boolean;
  isCopied: boolean;
}

/** Steps 3 and 4 for one platform: the download with its requirements, and the command that starts it. */
export function PlatformPanel(props: PlatformPanelProps) {
  const { platform, architecture, secret } = props;
  const { label, runIn } = platformInfo[platform];
  return (
    <div className="divide-y divide-line">
      <Step number={3} title="Download the agent" isDone={props.isDownloaded}>
        <DownloadStep {...props} />
      </Step>
      <Step number={4} title="Run one command" isDone={props.isCopied}>
        <div>
          <h4 className="mb-2 font-medium">Quick Start</h4>
          <CodeBlock label={`quick start for ${label}`} onCopied={props.onCopied}>
            {quickStart(platform, { origin: location.origin, architecture, secret })}
          </CodeBlock>
          <p className="mt-2 text-ink-2 text-sm">
            {runIn}{' '}
            {secret
              ? 'Includes the secret you just created. It disappears when you leave this page.'
              : 'Replace the placeholder with one of your agent secrets. You can create one above.'}
          </p>
        </div>
      </Step>
    </div>
  );
}

function DownloadStep({ platform, availability, files, architecture, onDownload }: PlatformPanelProps) {
  const { label, requirements } = platformInfo[platform];
  const file = files.find((each) => each.architecture === architecture);
  const download = { platform, onDownload };
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h4 className="font-semibold">{label} agent</h4>
            <Badge>{agentVersion}</Badge>
            <AvailabilityBadge availability={availability} />
          </div>
          <code className="mt-1 block wrap-anywhere text-ink-2 text-sm">
            {fileNameOf(platform, architecture)}
          </code>
          {availability === 'not-built' && (
            <p className="mt-1 text-ink-2 text-sm">
              Not built on this server: run <code>npm run agent:build</code>
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          {files.some((each) => each.architecture === 'arm64') && (
            <DownloadButton {...download} availability="available" architecture="arm64" />
          )}
          <DownloadButton {...download} availability={availability} architecture="x86_64" />
        </div>
      </div>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
        {file && <FileDetails file={file} />}
        <div>
          <h4 className="font-medium">System Requirements</h4>
          <ul className="mt-1 list-disc space-y-0.5 pl-5 text-ink-2 text-sm">
            {requirements.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}

const building = { tone: 'expiring', Icon: Hammer, word: 'Building' } as const;

const badges = {
  checking: { tone: 'neutral', Icon: LoaderCircle, word: 'Checking' },
  available: { tone: 'active', Icon: CircleCheck, word: 'Available' },
  'not-built': building,
  unchecked: building,
} as const;

function AvailabilityBadge({ availability }: { availability: Availability }) {
  const { tone, Icon, word } = badges[availability];
  return (
    <span role="status">
      <Badge tone={tone} icon={Icon}>
        {word}
      </Badge>
    </span>
  );
}

type DownloadButtonProps = Pick<
  PlatformPanelProps,
  'platform' | 'availability' | 'architecture' | 'onDownload'
>;

function DownloadButton({ platform, availability, architecture, onDownload }: DownloadButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFor(platform, availability, architecture),
  });
  const isOwn = architecture === 'x86_64';
  const { label, arm64Label } = platformInfo[platform];
  return (
    <Button
      variant={isOwn ? 'primary' : 'secondary'}
      icon={Download}
      busy={isPending}
      className="max-sm:w-full"
      onClick={() => {
        onDownload(architecture);
        mutate();
      }}
    >
      Download for {isOwn ? label : arm64Label}
    </Button>
  );
}

/** The actual size and checksum of the file, and how to verify them. */
function FileDetails({ file: { platform, fileName, size, sha256 } }: { file: AgentFile }) {
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
