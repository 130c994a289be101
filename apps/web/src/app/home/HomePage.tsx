import { Link } from '@tanstack/react-router';
import { ArrowRight, type LucideIcon, Sparkles } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { hasRecentLookups } from '../../features/warranty/recent-lookups.ts';
import { useIsConnected } from '../../lib/api/use-is-connected.ts';
import { hadRuns } from '../../shared/lookups/known-runs.ts';
import { useConfig, useConfigFailed } from '../../shared/server/config.ts';
import { useUserVendors } from '../../shared/vendors/vendor-keys.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Card, CardTitle } from '../../ui/layout/Card.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { lazyPart, missingContent } from '../../ui/lazy-part.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { TestersButton } from '../TestersButton.tsx';
import { ActiveVendors } from './ActiveVendors.tsx';
import { NothingYet } from './NothingYet.tsx';
import { SmartBox } from './SmartBox.tsx';
import { tools } from './tools.ts';

// Not needed for the first paint.
const Overview = lazyPart(() => import('./Overview.tsx'), missingContent);

export default function HomePage() {
  const [isNew] = useState(() => !hadRuns() && !hasRecentLookups());
  const [isOverviewShown, setOverviewShown] = useState(false);
  const onOverviewShown = useCallback(() => setOverviewShown(true), []);
  const isConnected = useIsConnected();
  const whilePending = isNew && <NothingYet />;
  return (
    <>
      <PageHeader title="IT Warranty Lookup" badge={<Badge tone="accent">BETA</Badge>}>
        Look up the warranty of a single device, a spreadsheet, a photo or a whole network.
      </PageHeader>
      <Vendors />
      <div className="mt-4">
        <SmartBox />
      </div>
      <div className="mt-6">
        <Suspense fallback={whilePending}>
          <Overview onShown={onOverviewShown} whilePending={whilePending} />
        </Suspense>
      </div>
      {/* For others they wait: the overview would move them. Without a connection it may not come. */}
      {(isNew || isOverviewShown || !isConnected) && <Tools />}
    </>
  );
}

function Vendors() {
  const config = useConfig();
  const configFailed = useConfigFailed();
  const userVendors = useUserVendors();
  const isKnown = Boolean(config) || configFailed;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1">
      {/* Keeps its space until the configuration is loaded. */}
      <div className={isKnown ? '' : 'invisible'}>
        <ActiveVendors dellReady={config?.dellReady ?? null} userVendors={userVendors} />
      </div>
      <p className="text-ink-2 text-sm">
        Lookups are supported for <Vendor name="Dell" available />,{' '}
        <Vendor name="Lenovo" available={userVendors.includes('Lenovo')} />,{' '}
        <Vendor name="HP" available={userVendors.includes('HP')} />.
      </p>
    </div>
  );
}

function Tools() {
  return (
    <>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-6 lg:*:col-span-2 lg:*:nth-[n+4]:col-span-3">
        {tools.map(({ title, text, action, to, icon }) => (
          <ToolCard key={to} title={title} text={text} icon={icon}>
            <Button asChild variant="primary">
              <Link to={to} aria-label={`${action}: ${title}`}>
                {action}
                <ArrowRight aria-hidden size={16} />
              </Link>
            </Button>
          </ToolCard>
        ))}
        <ToolCard
          title="Advanced Features"
          badge={<Badge tone="neutral">Coming Soon</Badge>}
          text="Advanced Features: API Explorer, Key Management, External API Access for power users"
          icon={Sparkles}
        >
          <Button asChild>
            <Link to="/coming-soon">Preview Features</Link>
          </Button>
        </ToolCard>
      </ul>
      <div className="mt-8">
        <TestersButton opensItself />
      </div>
    </>
  );
}

function Vendor({ name, available }: { name: string; available: boolean }) {
  if (available) return <strong className="font-medium text-ink">{name}</strong>;
  return (
    <s className="text-ink-3">
      {name}
      <span className="sr-only"> (not available)</span>
    </s>
  );
}

interface ToolCardProps {
  title: string;
  text: string;
  icon: LucideIcon;
  badge?: ReactNode;
  children: ReactNode;
}

function ToolCard({ title, text, icon: Icon, badge, children }: ToolCardProps) {
  return (
    <Card as="li" className="p-5">
      <div className="flex items-start justify-between gap-2">
        <span className="grid size-10 place-items-center rounded-control bg-accent-soft text-accent-strong">
          <Icon aria-hidden size={20} />
        </span>
        {badge}
      </div>
      <div className="mt-4 flex-1">
        <CardTitle>{title}</CardTitle>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
      <div className="mt-5">{children}</div>
    </Card>
  );
}
