import { Link } from '@tanstack/react-router';
import {
  CircleAlert,
  CloudOff,
  ExternalLink,
  Factory,
  KeyRound,
  type LucideIcon,
  RotateCw,
} from 'lucide-react';
import { Fragment, type ReactNode, type Ref, useId } from 'react';
import { HardwareInfo } from '../../shared/warranty/HardwareInfo.tsx';
import { hardwareFacts } from '../../shared/warranty/hardware-facts.ts';
import { StatusBadge } from '../../shared/warranty/StatusBadge.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { nextStepsFor } from './next-steps.ts';
import type { ManufacturerBasis } from './outcome.ts';
import type { ResultProps } from './ResultCard.tsx';
import { splitLinks } from './text-links.ts';

const basisLabels: Record<ManufacturerBasis, string> = {
  known: '',
  likely: 'Likely ',
  assumed: 'Manufacturer unknown: ',
};

type FailedCardProps = Omit<ResultProps, 'now' | 'refreshing' | 'onRefresh'>;

export function FailedCard({ outcome, busy, onRetry, onUse, headingRef }: FailedCardProps) {
  const { result, manufacturerBasis } = outcome;
  const { canRetry, likelyManufacturer, manufacturers, needsKeys } = nextStepsFor(outcome);
  return (
    <ProblemCard
      className="gap-4"
      tone="bg-expired-soft text-expired"
      Icon={CircleAlert}
      title="Lookup Failed"
      headingRef={headingRef}
      badge={<StatusBadge status="unknown" />}
      device={
        <>
          {basisLabels[manufacturerBasis]}
          {result.manufacturer}
          {manufacturerBasis === 'assumed' && ' (assumed)'}{' '}
          <span className="font-mono">{result.modelNumber}</span>
        </>
      }
      reason={<WithLinks text={result.error ?? ''} />}
      actions={
        <>
          {likelyManufacturer && (
            <Button
              variant="primary"
              icon={<Factory aria-hidden size={16} />}
              disabled={busy}
              onClick={() => onUse(likelyManufacturer)}
            >
              Looks like {likelyManufacturer}: use it?
            </Button>
          )}
          {canRetry && <RetryButton busy={busy} onRetry={onRetry} />}
          {needsKeys && (
            <Button asChild icon={<KeyRound aria-hidden size={16} />}>
              <Link to="/api-keys" search={{ vendor: result.manufacturer.toLowerCase() }}>
                Set up {result.manufacturer} keys
              </Link>
            </Button>
          )}
          {result.source?.page && (
            <Button asChild variant="ghost" icon={<ExternalLink aria-hidden size={16} />}>
              <a href={result.source.page} target="_blank" rel="noreferrer">
                View at {result.source.vendor}
              </a>
            </Button>
          )}
        </>
      }
      more={manufacturers.length > 0 && <ManufacturerChoice {...{ manufacturers, busy, onUse }} />}
    >
      {hardwareFacts(result).length > 0 && (
        <div className="border-line border-t pt-4">
          <h3 className="mb-3 font-semibold">Hardware Info</h3>
          <HardwareInfo result={result} />
        </div>
      )}
    </ProblemCard>
  );
}

/** A lookup that could not be sent. The bar at the bottom of the page offers to send it when the connection is back. */
export function OfflineCard({ outcome, busy, onRetry, headingRef }: Omit<FailedCardProps, 'onUse'>) {
  const { request, result, offline } = outcome;
  return (
    <ProblemCard
      tone="bg-expiring-soft text-expiring"
      Icon={CloudOff}
      title={offline === 'saved' ? 'Saved for Later' : 'Not Sent'}
      headingRef={headingRef}
      device={
        <>
          {request.manufacturer} <span className="font-mono">{request.modelNumber}</span>
        </>
      }
      reason={result.error}
      actions={<RetryButton busy={busy} onRetry={onRetry} />}
    />
  );
}

interface ProblemCardProps {
  className?: string;
  tone: string;
  Icon: LucideIcon;
  title: string;
  headingRef: Ref<HTMLHeadingElement>;
  badge?: ReactNode;
  device: ReactNode;
  reason: ReactNode;
  actions: ReactNode;
  /** Below the actions. */
  more?: ReactNode;
  children?: ReactNode;
}

/** Why there is no result, and what can be done. */
function ProblemCard(props: ProblemCardProps) {
  const { className, tone, Icon, title, headingRef, badge, device, reason, actions, more, children } = props;
  return (
    <Card as="section" aria-labelledby="result" className={classes('p-5', className)}>
      <div className="flex items-start gap-4">
        <span className={classes('hidden size-10 shrink-0 place-items-center rounded-full sm:grid', tone)}>
          <Icon aria-hidden size={20} />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2
              id="result"
              ref={headingRef}
              tabIndex={-1}
              className="scroll-mb-48 rounded-sm font-semibold text-xl focus-visible:outline-offset-0"
            >
              {title}
            </h2>
            {badge}
          </div>
          <p className="mt-0.5 wrap-anywhere text-ink-2">{device}</p>
          <p className="mt-3 max-w-180 wrap-anywhere">{reason}</p>
          <div className="mt-4 flex flex-wrap gap-2 empty:hidden print:hidden">{actions}</div>
          {more}
        </div>
      </div>
      {children}
    </Card>
  );
}

function RetryButton({ busy, onRetry }: Pick<FailedCardProps, 'busy' | 'onRetry'>) {
  return (
    <Button icon={<RotateCw aria-hidden size={16} />} disabled={busy} onClick={onRetry}>
      Try again
    </Button>
  );
}

interface ManufacturerChoiceProps extends Pick<FailedCardProps, 'busy' | 'onUse'> {
  manufacturers: readonly string[];
}

/** One click instead of the list above, which is off the screen on a phone. */
function ManufacturerChoice({ manufacturers, busy, onUse }: ManufacturerChoiceProps) {
  const titleId = useId();
  return (
    <fieldset aria-labelledby={titleId} className="mt-4 print:hidden">
      <p id={titleId} className="text-ink-2 text-sm">
        Look it up as a device of
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {manufacturers.map((name) => (
          <Button key={name} size="sm" disabled={busy} onClick={() => onUse(name)}>
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** Some messages contain the URL of a vendor's page; makes it a link. */
function WithLinks({ text }: { text: string }) {
  return splitLinks(text).map((part, index) =>
    index % 2 === 1 ? (
      <a
        key={part}
        href={part}
        target="_blank"
        rel="noreferrer"
        className="text-accent underline underline-offset-4"
      >
        {part}
      </a>
    ) : (
      <Fragment key={part}>{part}</Fragment>
    ),
  );
}
