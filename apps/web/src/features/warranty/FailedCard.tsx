import { Link } from '@tanstack/react-router';
import { CircleAlert, CloudOff, ExternalLink, Factory, KeyRound, RotateCw } from 'lucide-react';
import { Fragment, useId } from 'react';
import { HardwareInfo } from '../../shared/warranty/HardwareInfo.tsx';
import { hardwareFacts } from '../../shared/warranty/hardware-facts.ts';
import { StatusBadge } from '../../shared/warranty/StatusBadge.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { nextStepsFor } from './next-steps.ts';
import type { Outcome } from './outcome.ts';
import type { ResultProps } from './ResultCard.tsx';
import { splitLinks } from './text-links.ts';

function manufacturerText({ result: { manufacturer }, manufacturerBasis }: Outcome): string {
  if (manufacturerBasis === 'assumed') return `Manufacturer unknown: ${manufacturer} (assumed)`;
  return manufacturerBasis === 'likely' ? `Likely ${manufacturer}` : manufacturer;
}

const looks = {
  failed: { title: 'Lookup Failed', Icon: CircleAlert, tone: 'bg-expired-soft text-expired' },
  saved: { title: 'Saved for Later', Icon: CloudOff, tone: 'bg-expiring-soft text-expiring' },
  'not saved': { title: 'Not Sent', Icon: CloudOff, tone: 'bg-expiring-soft text-expiring' },
};

type FailedCardProps = Omit<ResultProps, 'now' | 'refreshing' | 'onRefresh'>;

/**
 * Why there is no result, and what can be done. If the lookup could not be sent, the bar at the bottom of the page offers to
 * send it when the connection is back.
 */
export function FailedCard({ outcome, busy, onRetry, onUse, headingRef }: FailedCardProps) {
  const { result, offline } = outcome;
  const { title, Icon, tone } = looks[offline ?? 'failed'];
  const { canRetry, likelyManufacturer, manufacturers, needsKeys } = nextStepsFor(outcome);
  return (
    <Card as="section" aria-labelledby="result" className="gap-4 p-5">
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
            {!offline && <StatusBadge status="unknown" />}
          </div>
          <p className="mt-0.5 wrap-anywhere text-ink-2">
            {offline ? outcome.request.manufacturer : manufacturerText(outcome)}{' '}
            <span className="font-mono">{result.modelNumber}</span>
          </p>
          <p className="mt-3 max-w-180 wrap-anywhere">
            <WithLinks text={result.error ?? ''} />
          </p>
          <div className="mt-4 flex flex-wrap gap-2 empty:hidden print:hidden">
            {likelyManufacturer && (
              <Button
                variant="primary"
                icon={Factory}
                disabled={busy}
                onClick={() => onUse(likelyManufacturer)}
              >
                Looks like {likelyManufacturer}: use it?
              </Button>
            )}
            {canRetry && (
              <Button icon={RotateCw} disabled={busy} onClick={onRetry}>
                Try again
              </Button>
            )}
            {needsKeys && (
              <Button asChild icon={KeyRound}>
                <Link to="/api-keys" search={{ vendor: result.manufacturer.toLowerCase() }}>
                  Set up {result.manufacturer} keys
                </Link>
              </Button>
            )}
            {result.source?.page && (
              <Button asChild variant="ghost" icon={ExternalLink}>
                <a href={result.source.page} target="_blank" rel="noreferrer">
                  View at {result.source.vendor}
                </a>
              </Button>
            )}
          </div>
          {manufacturers.length > 0 && <ManufacturerChoice {...{ manufacturers, busy, onUse }} />}
        </div>
      </div>
      {hardwareFacts(result).length > 0 && (
        <div className="border-line border-t pt-4">
          <h3 className="mb-3 font-semibold">Hardware Info</h3>
          <HardwareInfo result={result} />
        </div>
      )}
    </Card>
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
