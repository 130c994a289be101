import { Link } from '@tanstack/react-router';
import type { ImageWarrantyInfo } from '@warranty/contracts/image-lookup';
import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { SourceText, StaleNote } from '../../../shared/warranty/SourceText.tsx';
import { StatusBadge } from '../../../shared/warranty/StatusBadge.tsx';
import { TimelineAxis } from '../../../shared/warranty/timeline/TimelineAxis.tsx';
import { TimelineBar } from '../../../shared/warranty/timeline/TimelineBar.tsx';
import { layOut, timelineColors } from '../../../shared/warranty/timeline/timeline.ts';
import { verdictFor } from '../../../shared/warranty/verdict.ts';
import { coverageNow, statusNow } from '../../../shared/warranty/warranty-status.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '../../../ui/layout/Card.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Fact, FactList } from '../../../ui/text/FactList.tsx';
import { messages } from '../messages.ts';
import type { ReadLabel } from '../use-image-lookup.ts';
import type { LabelLookupResult } from './label-lookup.ts';

export function WarrantyCard({
  pending,
  answer,
  now,
}: Pick<ReadLabel, 'pending' | 'answer'> & { now: Date }) {
  const titleId = useId();
  const info = pending ? null : answer?.info;
  return (
    <Card as="section" aria-labelledby={titleId}>
      <CardHeader action={info && <StatusBadge status={statusNow(info, now)} noCoverage={info.noCoverage} />}>
        <CardTitle id={titleId}>Warranty Information</CardTitle>
      </CardHeader>
      <CardBody className="space-y-4">
        {pending && (
          <p className="flex items-center gap-2 text-ink-2">
            <Spinner /> Looking up the warranty of <span className="font-mono">{pending.serialNumber}</span>
            ...
          </p>
        )}
        {!pending && answer && (info ? <Found {...{ answer, info, now }} /> : <NotFound answer={answer} />)}
        {!pending && !answer && (
          <p className="text-ink-2">The warranty appears here once a serial number is available.</p>
        )}
      </CardBody>
    </Card>
  );
}

function Found({ answer, info, now }: { answer: LabelLookupResult; info: ImageWarrantyInfo; now: Date }) {
  const { daysRemaining } = coverageNow(info, now);
  const vendor = answer.manufacturer ?? 'The vendor';
  const source = { ...info, vendor };
  return (
    <>
      <div>
        <p className="wrap-anywhere font-semibold text-lg">
          {answer.manufacturer} <span className="font-mono">{answer.serialNumber}</span>
        </p>
        {info.systemDescription && <p className="text-ink-2">{info.systemDescription}</p>}
      </div>
      <p className="text-balance font-semibold text-xl tabular-nums">
        {verdictFor({ ...info, manufacturer: vendor, coverKind: 'warranty' }, now)}
      </p>
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <SourceText source={source} now={now} />
      </p>
      {info.stale && <StaleNote source={source} now={now} />}
      {info.endDate && <Period info={info} now={now} />}
      <FactList narrow>
        <Fact label="Start Date">
          <DateOrNone date={info.startDate} />
        </Fact>
        <Fact label="End Date">
          <DateOrNone date={info.endDate} />
        </Fact>
        <Fact label="Service Level">{info.serviceLevel || 'N/A'}</Fact>
        {info.provider && <Fact label="Provider">{info.provider}</Fact>}
        {daysRemaining !== null && <Fact label="Days Remaining">{formatNumber(daysRemaining)}</Fact>}
      </FactList>
      <IndividualLink answer={answer}>All entitlements</IndividualLink>
    </>
  );
}

function Period({ info, now }: { info: ImageWarrantyInfo; now: Date }) {
  const timeline = layOut([info], now);
  return (
    <div className={timelineColors}>
      <TimelineAxis timeline={timeline} />
      <div className="relative h-9">
        <TimelineBar timeline={timeline} bar={timeline.bars[0] ?? null} counted isHeadline />
      </div>
    </div>
  );
}

const DateOrNone = ({ date }: { date: string | null }) => (date ? <DateText date={date} /> : 'N/A');

const hasKeys = (vendor: string) => vendorsWithKeys.some(({ name }) => name === vendor);

function NotFound({ answer }: { answer: LabelLookupResult }) {
  if (answer.otherVendor)
    return (
      <Alert
        title={answer.error}
        live="status"
        action={<IndividualLink answer={answer}>Individual Lookup</IndividualLink>}
      >
        {hasKeys(answer.otherVendor) &&
          `Use Individual Lookup with your own ${answer.otherVendor} keys instead.`}
      </Alert>
    );
  return (
    <Alert tone="danger" title={messages.noWarrantyForDevice} live="status">
      {answer.reason ?? (answer.error !== messages.noWarranty && answer.error)}
    </Alert>
  );
}

function IndividualLink({ answer, children }: { answer: LabelLookupResult; children: ReactNode }) {
  const { serialNumber, manufacturer } = answer;
  return (
    <Button asChild icon={Search}>
      <Link to="/individual-lookup" search={{ q: serialNumber, ...(manufacturer && { manufacturer }) }}>
        {children}
      </Link>
    </Button>
  );
}
