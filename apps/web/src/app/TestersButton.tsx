import { FlaskConical } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { readStored, store } from '../lib/storage/stored-text.ts';
import { useConfig } from '../shared/server/config.ts';
import { Button } from '../ui/button/Button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useHasBeenTrue } from '../ui/use-has-been-true.ts';

const TestersDialog = lazyPart(async () => ({
  default: (await import('./TestersDialog.tsx')).TestersDialog,
}));

interface TestersButtonProps {
  /** The dialog opens by itself once per browser. Otherwise only the button opens it. */
  opensItself?: boolean;
}

/** Not shown if there is no address to write to. */
export function TestersButton({ opensItself = false }: TestersButtonProps) {
  const config = useConfig();
  const hasAddress = Boolean(config?.feedbackEmail || config?.issuesUrl);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (opensItself && hasAddress && oncePerBrowser('testers-needed-shown')) setOpen(true);
  }, [opensItself, hasAddress]);
  const wanted = useHasBeenTrue(open);
  if (!hasAddress) return null;
  return (
    <>
      <Button icon={FlaskConical} onClick={() => setOpen(true)}>
        Testers Needed!
      </Button>
      <Suspense>{wanted && <TestersDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}

/**
 * Returns true the first time in this browser, and stores that. If storage is unavailable, always returns false, so that
 * nothing is shown on every visit.
 */
function oncePerBrowser(name: string): boolean {
  return readStored(name) === null && store(name, new Date().toISOString());
}
