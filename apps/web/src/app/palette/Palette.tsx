import { Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useHasBeenTrue } from '../../ui/use-has-been-true.ts';
import { listenForSingleKeys } from './single-keys.ts';

const CommandPalette = lazyPart(() => import('./CommandPalette.tsx'));
const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.tsx'));

type Shown = 'commands' | 'shortcuts' | null;

/** The button in the top bar and the shortcuts: Ctrl+K and `/` open the commands, `?` the list of shortcuts. */
export function Palette() {
  const [shown, setShown] = useState<Shown>(null);
  const commandsWanted = useHasBeenTrue(shown === 'commands');
  const shortcutsWanted = useHasBeenTrue(shown === 'shortcuts');

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setShown((now) => (now === 'commands' ? null : 'commands'));
    };
    addEventListener('keydown', onKey);
    const stop = listenForSingleKeys((key) => setShown(key === '/' ? 'commands' : 'shortcuts'));
    return () => {
      removeEventListener('keydown', onKey);
      stop();
    };
  }, []);

  const close = (open: boolean) => !open && setShown(null);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label="Search or jump to"
        aria-keyshortcuts="Control+K Meta+K"
        icon={<Search aria-hidden size={16} />}
        onClick={() => setShown('commands')}
        className="mr-1 ml-auto"
      >
        <span className="max-md:hidden">Search or jump to</span>
      </Button>
      <Suspense>
        {commandsWanted && (
          <CommandPalette
            open={shown === 'commands'}
            onOpenChange={close}
            onShortcuts={() => setShown('shortcuts')}
          />
        )}
        {shortcutsWanted && <ShortcutsDialog open={shown === 'shortcuts'} onOpenChange={close} />}
      </Suspense>
    </>
  );
}
