import { ExternalLink, Printer, RotateCw } from 'lucide-react';
import type { Ref } from 'react';
import { useTab } from '../../lib/browser/use-tab.ts';
import { coverageLabels } from '../../shared/warranty/coverage-labels.ts';
import { HardwareInfo } from '../../shared/warranty/HardwareInfo.tsx';
import { resultText } from '../../shared/warranty/result-text.ts';
import { SourceText, StaleNote } from '../../shared/warranty/SourceText.tsx';
import { StatusBadge } from '../../shared/warranty/StatusBadge.tsx';
import { verdictFor } from '../../shared/warranty/verdict.ts';
import { WarrantyDetails } from '../../shared/warranty/WarrantyDetails.tsx';
import { statusNow } from '../../shared/warranty/warranty-status.ts';
import { Button } from '../../ui/button/Button.tsx';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Card, CardBody } from '../../ui/layout/Card.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import type { Outcome } from './outcome.ts';

const tabs = [
  { value: 'warranty', label: 'Warranty Details' },
  { value: 'hardware', label: 'Hardware Info' },
];

/** An outcome and what can be done with it. */
export interface ResultProps {
  outcome: Outcome;
  now: Date;
  busy: boolean;
  refreshing: boolean;
  /** Repeats the same lookup. */
  onRetry: () => void;
  /** Calls the vendor even if the result is cached. */
  onRefresh: () => void;
  /** Looks up the same device with this manufacturer. */
  onUse: (manufacturer: string) => void;
  headingRef: Ref<HTMLHeadingElement>;
}

export function ResultCard({ outcome, now, busy, refreshing, onRefresh, headingRef }: ResultProps) {
  const { result } = outcome;
  const { tab, openTab } = useTab(['warranty', 'hardware']);
  return (
    <Card as="section" aria-labelledby="result" className="pb-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-5">
        <div className="min-w-0">
          <div className="flex items-center gap-1">
            <h2
              id="result"
              ref={headingRef}
              tabIndex={-1}
              className="scroll-mb-48 wrap-anywhere rounded-sm font-semibold text-lg focus-visible:outline-offset-0"
            >
              {result.manufacturer} <span className="font-mono">{result.modelNumber}</span>
            </h2>
            <span className="print:hidden">
              <CopyButton text={result.modelNumber} label="Copy tag" iconOnly size="sm" />
            </span>
          </div>
          <p className="mt-0.5 wrap-anywhere text-ink-2">
            {result.hardware.systemDescription || coverageLabels[result.coverKind].title}
          </p>
        </div>
        <div className="flex items-center gap-2">
          {result.coverKind === 'license' && <span className="text-ink-2 text-sm">License</span>}
          <StatusBadge status={statusNow(result, now)} noCoverage={result.noCoverage} />
        </div>
      </div>
      <p className="px-5 pt-3 text-balance font-semibold text-xl tabular-nums">{verdictFor(result, now)}</p>
      <ResultSource {...{ outcome, now, busy, refreshing, onRefresh }} />
      <CardBody className="pt-3">
        <Tabs label="Result" items={tabs} value={tab} onValueChange={openTab}>
          <TabPanel value="warranty">
            <WarrantyDetails result={result} now={now} />
          </TabPanel>
          <TabPanel value="hardware">
            <HardwareInfo result={result} />
          </TabPanel>
        </Tabs>
      </CardBody>
    </Card>
  );
}

type ResultSourceProps = Pick<ResultProps, 'outcome' | 'now' | 'busy' | 'refreshing' | 'onRefresh'>;

/** The source and age of the result, with what can be done with it. */
function ResultSource({ outcome, now, busy, refreshing, onRefresh }: ResultSourceProps) {
  const { result, notice } = outcome;
  const { source } = result;
  if (!source) return null;
  return (
    <div className="space-y-3 px-5 pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <SourceText source={source} now={now} />
        <span className="-mx-3 flex flex-wrap items-center sm:ml-auto print:hidden">
          {source.page && (
            <Button asChild variant="ghost" size="sm" icon={ExternalLink}>
              <a href={source.page} target="_blank" rel="noreferrer">
                View at {source.vendor}
              </a>
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            icon={RotateCw}
            busy={refreshing}
            disabled={busy}
            onClick={onRefresh}
          >
            Refresh
          </Button>
          <CopyButton
            text={() => resultText(result, window.location.href, now)}
            label="Copy as text"
            variant="ghost"
            size="sm"
          />
          <Button variant="ghost" size="sm" icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
        </span>
      </div>
      {source.stale && <StaleNote source={source} now={now} />}
      {notice && (
        <Alert
          tone={notice.failed ? 'danger' : 'info'}
          title={notice.failed ? 'Refresh failed' : notice.text}
          live="status"
        >
          {notice.failed && notice.text}
        </Alert>
      )}
    </div>
  );
}
