import { FlaskConical } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { oncePerBrowser } from '../lib/once-per-browser.ts';
import { Button } from '../ui/Button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useHasBeenTrue } from '../ui/use-has-been-true.ts';

const TestersDialog = lazyPart(async () => ({
  default: (await import('./TestersDialog.tsx')).TestersDialog,
}));

interface TestersButtonProps {
  /** Opens the dialog once per browser, as soon as this is true. Otherwise only the button opens it. */
  shouldAutoOpen?: boolean;
}

export function TestersButton({ shouldAutoOpen = false }: TestersButtonProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (shouldAutoOpen && oncePerBrowser('testers-needed-shown')) setOpen(true);
  }, [shouldAutoOpen]);
  const wanted = useHasBeenTrue(open);
  return (
    <>
      <Button icon={<FlaskConical aria-hidden size={16} />} onClick={() => setOpen(true)}>
        Testers Needed!
      </Button>
      <Suspense>{wanted && <TestersDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
