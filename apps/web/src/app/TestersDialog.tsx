import { Bug, ExternalLink, Lightbulb, Mail, MessageSquare, ScanBarcode } from 'lucide-react';
import { useConfig } from '../shared/server/config.ts';
import { Button } from '../ui/button/Button.tsx';
import { Dialog, DialogClose } from '../ui/overlay/Dialog.tsx';

const wishes = [
  { icon: ScanBarcode, text: 'Tests with real serial numbers' },
  { icon: Bug, text: 'Issue reports' },
  { icon: MessageSquare, text: 'Feedback' },
  { icon: Lightbulb, text: 'Suggestions' },
];

const linkStyle = 'wrap-anywhere text-accent underline underline-offset-4';

interface TestersDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function TestersDialog({ open, onOpenChange }: TestersDialogProps) {
  const config = useConfig();
  return (
    <Dialog
      title="Testers Needed!"
      description="This tool is in beta. You can help us with:"
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <DialogClose>
          <Button variant="primary">Got it!</Button>
        </DialogClose>
      }
    >
      <ul className="space-y-3">
        {wishes.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3">
            <span className="grid size-8 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-strong">
              <Icon aria-hidden size={16} />
            </span>
            {text}
          </li>
        ))}
      </ul>
      <div className="mt-5 space-y-2 text-ink-2 empty:hidden">
        {config?.issuesUrl && (
          <p className="flex items-center gap-2">
            <ExternalLink aria-hidden size={16} className="shrink-0" />
            <a href={config.issuesUrl} target="_blank" rel="noreferrer" className={linkStyle}>
              Report an issue
            </a>
          </p>
        )}
        {config?.feedbackEmail && (
          <p className="flex items-center gap-2">
            <Mail aria-hidden size={16} className="shrink-0" />
            <span>
              Write to{' '}
              <a href={`mailto:${config.feedbackEmail}`} className={linkStyle}>
                {config.feedbackEmail}
              </a>
            </span>
          </p>
        )}
      </div>
    </Dialog>
  );
}
