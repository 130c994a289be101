import { ExternalLink, Printer, RotateCw } from 'lucide-react';
import { resultText } from '../../shared/warranty/result-text.ts';
import { SourceText, StaleNote } from '../../shared/warranty/SourceText.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import type { Outcome } from './outcome.ts';

interface ResultSourceProps {
  outcome: Outcome;
  now: Date;
  busy: boolean;
  refreshing: boolean;
  onRefresh: () => void;
}

/** The source and age of the result, with what can be done with it. */
export function ResultSource({ outcome, now, busy, refreshing, onRefresh }: ResultSourceProps) {
  const { result, notice } = outcome;
  const { source } = result;
  if (!source) return null;
  return (
    <div className="space-y-3 px-5 pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <SourceText source={source} now={now} />
        <span className="-mx-3 flex flex-wrap items-center sm:ml-auto print:hidden">
          {source.page && (
            <Button asChild variant="ghost" size="sm" icon={<ExternalLink aria-hidden size={14} />}>
              <a href={source.page} target="_blank" rel="noreferrer">
                View at {source.vendor}
              </a>
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            icon={<RotateCw aria-hidden size={14} />}
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
          <Button
            variant="ghost"
            size="sm"
            icon={<Printer aria-hidden size={14} />}
            onClick={() => window.print()}
          >
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
