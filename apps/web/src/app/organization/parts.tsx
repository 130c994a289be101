import { LogIn } from 'lucide-react';
import { Suspense } from 'react';
import { handle, pageAddress } from '../../lib/browser/organization.ts';
import { useConfig } from '../../shared/server/config.ts';
import { classes } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

// A browser without a sign-in needs none of this.
const Menu = lazyPart(() => import('./OrganizationMenu.tsx'));

/** Where the person works. Its height is known before it is loaded. */
export function OrganizationMenu(props: { expanded: boolean }) {
  return (
    handle !== null && (
      <div className="h-13 shrink-0 px-2">
        <Suspense>
          <Menu {...props} />
        </Suspense>
      </div>
    )
  );
}

/** For a browser that can be used without a sign-in. */
export function SignInLink({ expanded }: { expanded: boolean }) {
  const config = useConfig();
  if (handle !== null || !config?.signIn) return null;
  return (
    <div className="shrink-0 border-line border-t p-2">
      <a
        href={`/sign-in?${new URLSearchParams({ to: pageAddress() })}`}
        className="flex h-9 items-center gap-2.5 rounded-control px-2 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:h-11"
      >
        <LogIn aria-hidden size={16} className="shrink-0" />
        <span className={classes('truncate', !expanded && 'sr-only')}>Sign in</span>
      </a>
    </div>
  );
}
