import { useMutation } from '@tanstack/react-query';
import type { AgentScript } from '@warranty/contracts/agents';
import { FileCode } from 'lucide-react';
import { Button } from '../../../ui/button/Button.tsx';
import { Card, CardBody } from '../../../ui/layout/Card.tsx';
import { CodeBlock } from '../../../ui/text/Code.tsx';
import { downloadScript } from './agent-downloads.ts';
import { FoldedSection } from './FoldedSection.tsx';
import { secretPlaceholder } from './platforms.ts';

interface ScriptInfo {
  script: AgentScript;
  title: string;
  text: string;
  command: (origin: string, secret: string) => string;
}

const scripts: ScriptInfo[] = [
  {
    script: 'network_agent_nmap.py',
    title: 'Python',
    text: 'Requires Python 3.7+ and nmap, and no other packages. Runs on Windows, macOS and Linux.',
    command: (origin, secret) =>
      `echo '${secret}' | sudo python3 network_agent_nmap.py --server ${origin} --agent-secret-file -`,
  },
  {
    script: 'network_agent.ps1',
    title: 'PowerShell',
    text: 'Requires only Windows PowerShell 5.1 or newer. Not yet tested on Windows. You can read it first.',
    command: (origin, secret) =>
      `$env:AGENT_SECRET = '${secret}'\npowershell -ExecutionPolicy Bypass -File .\\network_agent.ps1 --server ${origin}`,
  },
];

/** The same scan without an executable. */
export function Scripts({ secret }: { secret: string | null }) {
  return (
    <FoldedSection title="Python and PowerShell alternative" hint="The same scan without an executable">
      <p className="max-w-180 text-ink-2">
        Use these scripts if you cannot run an executable. They find the same devices.
      </p>
      <div className="mt-3 grid gap-4 lg:grid-cols-2">
        {scripts.map((each) => (
          <Script key={each.script} info={each} secret={secret} />
        ))}
      </div>
    </FoldedSection>
  );
}

function Script({ info, secret }: { info: ScriptInfo; secret: string | null }) {
  const { script, title, text, command } = info;
  const { mutate, isPending } = useMutation({ mutationFn: () => downloadScript(script, title) });
  return (
    <Card>
      <CardBody className="flex flex-col gap-3">
        <div>
          <h3 className="font-semibold">{title}</h3>
          <p className="mt-1 text-ink-2">{text}</p>
        </div>
        <CodeBlock label={`quick start for ${title}`}>
          {command(location.origin, secret ?? secretPlaceholder)}
        </CodeBlock>
        <Button
          icon={FileCode}
          busy={isPending}
          className="mt-auto self-start max-sm:w-full"
          onClick={() => mutate()}
        >
          Download {title} script
        </Button>
      </CardBody>
    </Card>
  );
}
