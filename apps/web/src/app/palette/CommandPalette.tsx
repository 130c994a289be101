import { useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  Braces,
  FileSpreadsheet,
  History,
  Keyboard,
  KeySquare,
  Moon,
  Search,
  Sun,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { runName } from '../../features/bulk-lookup/run/run-state.ts';
import { invalidateRuns, useRuns } from '../../features/bulk-lookup/run/use-runs.ts';
import { useRecentLookups } from '../../features/warranty/recent-lookups.ts';
import { setTheme, useTheme } from '../../lib/browser/theme.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { formatAgo } from '../../lib/format/age.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import { guidePath } from '../../shared/screen/guide-address.ts';
import { StatusBadge } from '../../shared/warranty/StatusBadge.tsx';
import { statusNow } from '../../shared/warranty/warranty-status.ts';
import { type Command, CommandDialog, type CommandSection } from '../../ui/overlay/CommandDialog.tsx';
import { type NavigationItem, navigation } from '../navigation.ts';
import { isLikeTag } from './is-like-tag.ts';

const maxRuns = 5;

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShortcuts: () => void;
}

/** Everything that is one step away: pages, a lookup, stored runs, recent devices and a few actions. */
export default function CommandPalette({ open, onOpenChange, onShortcuts }: CommandPaletteProps) {
  const [search, setSearch] = useState('');
  const lookUp = useLookupSection(search);
  const others = [usePages(), useActions(onShortcuts), useRunSection(open), useRecentSection()];
  const sections = isLikeTag(search) ? [lookUp, ...others] : [...others, lookUp];
  return (
    <CommandDialog
      title="Search or jump to"
      placeholder="A page, a run or a service tag"
      search={search}
      onSearch={setSearch}
      sections={sections.filter(({ commands }) => commands.length > 0)}
      open={open}
      onOpenChange={(next) => {
        setSearch('');
        onOpenChange(next);
      }}
    />
  );
}

function useLookupSection(search: string): CommandSection {
  const navigate = useNavigate();
  const tag = search.trim();
  const lookUp: Command = {
    id: 'look-up',
    text: `Look up ${tag}`,
    icon: Search,
    content: (
      <>
        Look up <span className="font-mono">{tag}</span>
      </>
    ),
    always: true,
    run: () => navigate({ to: '/individual-lookup', search: { q: tag } }),
  };
  return { heading: 'Device', commands: tag ? [lookUp] : [] };
}

const pages: Pick<NavigationItem, 'label' | 'path' | 'search' | 'icon'>[] = [
  ...navigation.flatMap(({ items }) => items),
  { label: 'Access Tokens', path: '/external-api', search: { tab: 'tokens' }, icon: KeySquare },
  { label: 'Documentation', path: guidePath, icon: BookOpen },
  { label: 'API Reference', path: '/api/docs', icon: Braces },
];

function usePages(): CommandSection {
  const navigate = useNavigate();
  const commands = pages.map(({ label, path, search = {}, icon }) => ({
    id: `page ${label}`,
    text: label,
    icon,
    run: () => navigate({ to: path, search }),
  }));
  return { heading: 'Pages', commands };
}

function useActions(onShortcuts: () => void): CommandSection {
  const { dark } = useTheme();
  const commands = [
    {
      id: 'theme',
      text: dark ? 'Use the light theme' : 'Use the dark theme',
      icon: dark ? Sun : Moon,
      run: () => setTheme(dark ? 'light' : 'dark'),
    },
    { id: 'shortcuts', text: 'Keyboard shortcuts', icon: Keyboard, run: onShortcuts },
  ];
  return { heading: 'Actions', commands };
}

function useRunSection(open: boolean): CommandSection {
  const navigate = useNavigate();
  const now = useNow();
  const { data: runs = [] } = useRuns({ enabled: open });
  // Other pages may have loaded the list long before.
  useEffect(() => {
    if (open) invalidateRuns();
  }, [open]);
  const commands = runs.slice(0, maxRuns).map(({ id, fileName, totalRows, createdAt }) => ({
    id: `run ${id}`,
    text: runName({ fileName }),
    icon: FileSpreadsheet,
    note: `${formatCount(totalRows, 'row')}, ${formatAgo(createdAt, now)}`,
    run: () => navigate({ to: '/bulk-lookup', search: { run: id } }),
  }));
  return { heading: 'Runs', commands };
}

function useRecentSection(): CommandSection {
  const navigate = useNavigate();
  const now = useNow();
  const commands = useRecentLookups().map((lookup) => {
    const { modelNumber, manufacturer } = lookup;
    const device = `${lookup.maker} ${modelNumber}`;
    return {
      id: `recent ${device}`,
      text: device,
      icon: History,
      note: <StatusBadge status={statusNow(lookup, now)} noCoverage={lookup.noCoverage} />,
      run: () =>
        navigate({
          to: '/individual-lookup',
          search: { q: modelNumber, ...(manufacturer && { manufacturer }) },
        }),
    };
  });
  return { heading: 'Recent lookups', commands };
}
