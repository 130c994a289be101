import { Link, useRouterState } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { classes } from '../ui/classes.ts';
import { Tooltip } from '../ui/overlay/Tooltip.tsx';
import { type NavigationItem, navigation } from './navigation.ts';
import { OrganizationMenu, SignInLink } from './organization/parts.tsx';

interface SidebarProps {
  expanded: boolean;
  /** Called when a link is followed; closes the sheet on a phone. */
  onNavigate?: () => void;
}

/** Product name and links to every tool. When collapsed it shows icons with tooltips. */
export function Sidebar(props: SidebarProps) {
  const { expanded } = props;
  return (
    <div className="flex h-full flex-col overflow-hidden">
      <div className="flex h-14 shrink-0 items-center gap-2.5 px-2">
        <span className="grid size-8 shrink-0 place-items-center rounded-control bg-accent text-on-accent">
          <ShieldCheck aria-hidden size={18} />
        </span>
        <div className={classes('min-w-0 whitespace-nowrap', !expanded && 'sr-only')}>
          <p className="truncate font-semibold leading-5">IT Asset Manager</p>
          <p className="truncate text-ink-3 text-xs">Warranty &amp; Asset Lookup</p>
        </div>
      </div>
      <OrganizationMenu expanded={expanded} />
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden px-2 pb-4">
        {navigation.map((group) => (
          <div key={group.label} className="mt-4 first:mt-2">
            <h2
              className={classes(
                'mb-1 h-6 truncate px-2 font-medium text-ink-3 text-xs leading-6',
                !expanded && 'pointer-events-none opacity-0',
              )}
            >
              {group.label}
            </h2>
            <ul aria-label={group.label} className="space-y-0.5">
              {group.items.map((item) => (
                <li key={item.path}>
                  <Item item={item} {...props} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <SignInLink expanded={expanded} />
    </div>
  );
}

function Item({ item, expanded, onNavigate }: SidebarProps & { item: NavigationItem }) {
  const { path, search, label, icon: Icon } = item;
  const current = useRouterState({ select: (state) => state.location.pathname });
  const active = current === path;
  const link = (
    <Link
      to={path}
      {...(search && { search })}
      aria-current={active ? 'page' : undefined}
      onClick={onNavigate}
      className={classes(
        'flex h-9 items-center gap-2.5 rounded-control px-2 pointer-coarse:h-11',
        'focus-visible:-outline-offset-2',
        active
          ? 'bg-accent-soft font-medium text-accent-strong'
          : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className={classes('truncate', !expanded && 'sr-only')}>{label}</span>
    </Link>
  );
  return expanded ? (
    link
  ) : (
    <Tooltip content={label} side="right">
      {link}
    </Tooltip>
  );
}
