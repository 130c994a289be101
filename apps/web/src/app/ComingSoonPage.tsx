import { Link } from '@tanstack/react-router';
import { vendorsById, vendorsWithKeys } from '@warranty/contracts/vendors';
import { Compass, KeyRound, type LucideIcon, Plug, Radar } from 'lucide-react';
import type { ReactNode } from 'react';
import { ScreenHeader } from '../shared/screen/ScreenHeader.tsx';
import { Button } from '../ui/button/Button.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Card, CardTitle } from '../ui/layout/Card.tsx';
import { Badge } from '../ui/text/Badge.tsx';

const withOwnKeys = new Intl.ListFormat('en-GB').format(
  vendorsWithKeys.filter(({ id }) => id !== 'dell').map(({ name }) => name),
);

const previews = [
  {
    title: 'API Explorer',
    text: 'Fetch your data through the API, map its fields to columns and export them as CSV.',
    icon: Compass,
    to: '/api-explorer',
  },
  {
    title: 'API Key Setup',
    text: 'Store your own vendor keys, encrypted, to look up more vendors.',
    icon: KeyRound,
    to: '/api-keys',
  },
  {
    title: 'External API Access',
    text: 'Create tokens so that other applications can look up warranties.',
    icon: Plug,
    to: '/external-api',
  },
] as const;

export default function ComingSoonPage() {
  return (
    <>
      <ScreenHeader badge={<Badge tone="neutral">Preview Features</Badge>} />
      <ul className="mt-8 grid gap-4 sm:grid-cols-2">
        {previews.map(({ title, text, icon, to }) => (
          <FeatureCard key={title} title={title} text={text} icon={icon} badge={<Badge>Coming Soon</Badge>}>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button asChild variant="primary">
                <Link to={to} aria-label={`Open it: ${title}`}>
                  Open it
                </Link>
              </Button>
              <Button size="sm" disabled aria-label={`Preview ${title}`}>
                Preview
              </Button>
            </div>
          </FeatureCard>
        ))}
        <FeatureCard
          title="Network Discovery Agents"
          text="Small programs for Windows, macOS and Linux that discover the devices on your network."
          icon={Radar}
          badge={<Badge tone="active">Available</Badge>}
        >
          <Button asChild variant="primary">
            <Link to="/agent-download">Download Agents</Link>
          </Button>
        </FeatureCard>
      </ul>
      <div className="mt-8 grid items-start gap-4 lg:grid-cols-2">
        <DevelopmentStatus />
        <div className="space-y-4">
          <Card as="section" className="p-5">
            <CardTitle>Supported vendors</CardTitle>
            <p className="mt-1 text-ink-2">With your own keys: {withOwnKeys}.</p>
          </Card>
          <Alert title="Dell tip">{vendorsById.dell.tester.tip}</Alert>
        </div>
      </div>
    </>
  );
}

function DevelopmentStatus() {
  return (
    <Card as="section" className="p-5">
      <CardTitle>Development status</CardTitle>
      <dl className="mt-3 divide-y divide-line">
        {previews.map(({ title }) => (
          <div key={title} className="flex items-center justify-between gap-4 py-2">
            <dt>{title}</dt>
            <dd>
              <Badge tone="expiring">Preview</Badge>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface FeatureCardProps {
  title: string;
  text: string;
  icon: LucideIcon;
  badge: ReactNode;
  children: ReactNode;
}

function FeatureCard({ title, text, icon: Icon, badge, children }: FeatureCardProps) {
  return (
    <Card as="li" className="p-5">
      <div className="flex items-center gap-3">
        <Icon aria-hidden size={20} className="shrink-0 text-ink-3" />
        <div className="min-w-0 flex-1">
          <CardTitle>{title}</CardTitle>
        </div>
        {badge}
      </div>
      <p className="mt-2 flex-1 text-ink-2">{text}</p>
      <div className="mt-4">{children}</div>
    </Card>
  );
}
