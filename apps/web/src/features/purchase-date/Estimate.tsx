import type { Prediction } from '@warranty/contracts/purchase-date';
import { Fact, FactList } from '../../ui/FactList.tsx';
import { ConfidenceBadge } from './ConfidenceBadge.tsx';
import { methodLabels, monthsOf, yearOf } from './labels.ts';

/** The year with its confidence, method and explanation. */
export function Estimate({ prediction }: { prediction: Prediction }) {
  const { predictedPurchaseDate, interval, confidence, method, explanation } = prediction;
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-title tabular-nums" title={predictedPurchaseDate ?? undefined}>
          {yearOf(predictedPurchaseDate)}
          {interval && ','}
        </span>
        {interval && ' '}
        {interval && <span className="text-ink-2">likely {monthsOf(interval)}</span>}
      </p>
      <div className="mt-3">
        <FactList narrow>
          <Fact label="Confidence">
            <ConfidenceBadge confidence={confidence} />
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
