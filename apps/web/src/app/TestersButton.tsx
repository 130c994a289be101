import { FlaskConical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { useEver } from '../ui/use-ever.ts';

const TestersDialog = lazy(async () => ({ default: (await import('./TestersDialog.tsx')).TestersDialog }));

interface TestersButtonProps {
  /** Asked when the page is first shown. Without it the dialog opens by the button alone. */
  opensByItself?: () => boolean;
}

export function TestersButton({ opensByItself = () => false }: TestersButtonProps) {
  const [open, setOpen] = useState(opensByItself);
  const wanted = useEver(open);
  return (
    <>
      <Button icon={<FlaskConical aria-hidden size={16} />} onClick={() => setOpen(true)}>
        Testers Needed!
      </Button>
      <Suspense>{wanted && <TestersDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
