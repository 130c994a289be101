import type { Prediction } from '@warranty/contracts/purchase-date';
import { formatDate } from '../../../lib/format/format-date.ts';
import { Fact, FactList } from '../../../ui/text/FactList.tsx';
import { ConfidenceBadge } from './ConfidenceBadge.tsx';
import { knownLabel, methodLabels, periodOf, yearOf } from './labels.ts';

interface EstimateProps {
  prediction: Prediction;
  /** Where a date that was not predicted comes from. */
  known?: string;
}

/** The year with its confidence, method and explanation. */
export function Estimate({ prediction, known = knownLabel }: EstimateProps) {
  const { predictedPurchaseDate, interval, isKnown, confidence, method, explanation } = prediction;
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold text-title tabular-nums">{yearOf(predictedPurchaseDate)}</span>{' '}
        {predictedPurchaseDate && (
          <span className="text-ink-2">
            {formatDate(predictedPurchaseDate)}
            {interval && !isKnown && `, likely ${periodOf(interval)}`}
          </span>
        )}
      </p>
      <div className="mt-3">
        <FactList narrow>
          <Fact label="Confidence">
            <ConfidenceBadge confidence={confidence} known={isKnown ? known : null} />
          </Fact>
          <Fact label="Method">
            <span title={method}>{methodLabels[method]}</span>
          </Fact>
        </FactList>
      </div>
      <h3 className="mt-4 text-ink-2 text-sm">Explanation</h3>
      <p className="mt-0.5 wrap-anywhere">{explanation}</p>
    </div>
  );
}
