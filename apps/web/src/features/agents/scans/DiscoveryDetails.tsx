import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { formatClockSkew, formatMoment, sessionName } from '../devices/device-labels.ts';
import type { Discovery } from './use-discoveries.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-ink-2">{label}</dt>
      <dd className="flex min-w-0 gap-1 wrap-anywhere font-medium tabular-nums">{children}</dd>
    </div>
  );
}

/** Details of the scan, and what the user should check. */
export function DiscoveryDetails({ session, devices, previous }: Discovery) {
  const { agentId, platform, version, scanTimestamp, totalDevices, serialCount } = session;
  const news = devices.filter(({ change }) => change === 'new').length;
  return (
    <Card as="section" aria-labelledby="session" className="gap-3 px-5 py-4">
      <h2 id="session" className="wrap-anywhere font-semibold text-lg">
        {sessionName(session)}
      </h2>
      <dl className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
        <Fact label="Agent ID">{agentId}</Fact>
        <Fact label="Platform">
          {platform}
          {version && <span className="font-normal text-ink-2">{version}</span>}
        </Fact>
        <Fact label="Scan Time">
          <time dateTime={scanTimestamp} title={scanTimestamp}>
            {formatMoment(scanTimestamp)}
          </time>
        </Fact>
        <Fact label="Total Devices">{formatNumber(totalDevices)}</Fact>
        <Fact label="With serial number">
          {formatNumber(serialCount)}
          {totalDevices > 0 && (
            <span className="font-normal text-ink-2">{Math.round((serialCount / totalDevices) * 100)}%</span>
          )}
        </Fact>
        {previous && (
          <>
            <Fact label="New devices">{formatNumber(news)}</Fact>
            <Fact label="Missing devices">{formatNumber(previous.gone.length)}</Fact>
            <Fact label="Previous scan">
              <time dateTime={previous.scanTimestamp} title={previous.scanTimestamp}>
                {formatMoment(previous.scanTimestamp)}
              </time>
            </Fact>
          </>
        )}
      </dl>
      {session.clockDifferenceSeconds !== null && (
        <Alert tone="warning" title="The agent’s clock differs from ours">
          The scan time is {formatClockSkew(session.clockDifferenceSeconds)} the time we received it (
          {formatMoment(session.receivedAt)}). Either the agent’s clock is wrong or the scan was sent late.
        </Alert>
      )}
      {session.repeatsTimestamp && (
        <Alert tone="warning" title="Duplicate scan time">
          This agent sent two different scans with the same scan time. Two agents may be using the same ID.
        </Alert>
      )}
    </Card>
  );
}
