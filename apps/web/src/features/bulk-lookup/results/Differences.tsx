import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import type { Report } from './charts/fleet.ts';

interface DifferencesProps {
  run: BulkRun;
  report: Pick<Report, 'differences' | 'rowsCompared'>;
  onShow: () => void;
}

/** How often the vendor contradicts the file. */
export function Differences({ run, report, onShow }: DifferencesProps) {
  const { rows, endDate, model, manufacturer } = report.differences;
  if (rows === 0 && manufacturer === 0) return null;
  const kinds = [
    endDate > 0 && `the end date in ${formatNumber(endDate)}`,
    model > 0 && `the model in ${formatNumber(model)}`,
  ].filter((kind) => kind !== false);
  const where =
    report.rowsCompared < run.totalRows ? ` of the first ${formatNumber(report.rowsCompared)}` : '';
  return (
    <Alert
      title={
        rows > 0
          ? `${formatCount(rows, 'row')}${where} ${rows === 1 ? 'differs' : 'differ'} from your file`
          : `${formatCount(manufacturer, 'row')} may have the wrong manufacturer`
      }
      action={rows > 0 && <Button onClick={onShow}>Show these rows</Button>}
    >
      {rows > 0 && (
        <p>
          The vendor contradicts {kinds.join(' and ')}. Your values are kept, and the vendor's are in columns
          of their own.
        </p>
      )}
      {manufacturer > 0 && (
        <p>
          In {formatCount(manufacturer, 'row')} the model or serial number does not fit the manufacturer in
          your file.
        </p>
      )}
    </Alert>
  );
}
