import { Bug, Lightbulb, Mail, MessageSquare, ScanBarcode } from 'lucide-react';
import { useConfig } from '../lib/config.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogClose } from '../ui/Dialog.tsx';

const wishes = [
  { icon: ScanBarcode, text: 'Tests with real serial numbers' },
  { icon: Bug, text: 'Issue reports' },
  { icon: MessageSquare, text: 'Feedback' },
  { icon: Lightbulb, text: 'Suggestions' },
];

interface TestersDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function TestersDialog({ open, onOpenChange }: TestersDialogProps) {
  const email = useConfig()?.feedbackEmail;
  return (
    <Dialog
      title="Testers Needed!"
      description="This tool is in beta. What would help most:"
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
      {email && (
        <p className="mt-5 flex items-center gap-2 text-ink-2">
          <Mail aria-hidden size={16} className="shrink-0" />
          <span>
            Write to{' '}
            <a href={`mailto:${email}`} className="wrap-anywhere text-accent underline underline-offset-4">
              {email}
            </a>
          </span>
        </p>
      )}
    </Dialog>
  );
}
