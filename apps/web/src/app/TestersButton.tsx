import { FlaskConical } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { oncePerBrowser } from '../lib/once-per-browser.ts';
import { Button } from '../ui/Button.tsx';
import { useEver } from '../ui/use-ever.ts';

const TestersDialog = lazy(async () => ({ default: (await import('./TestersDialog.tsx')).TestersDialog }));

interface TestersButtonProps {
  /** Once per browser, as soon as this is true. Without it the dialog opens by the button alone. */
  opensByItself?: boolean;
}

export function TestersButton({ opensByItself = false }: TestersButtonProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (opensByItself && oncePerBrowser('testers-needed-shown')) setOpen(true);
  }, [opensByItself]);
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
