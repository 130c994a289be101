import { useQuery } from '@tanstack/react-query';
import { formatsOf } from '@warranty/domain/csv/date-decision';
import { planEnrichment } from '@warranty/domain/csv/enrich';
import { summarize } from '@warranty/domain/csv/summary';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { dateDecisions } from '../file/date-formats.ts';
import type { ReadFile } from '../file/use-bulk-file.ts';
import {
  ConfirmedMapping,
  Corrections,
  ManufacturerCounts,
  ProcessingSteps,
  SummaryFigures,
  UpdatedFields,
} from './ConfirmationParts.tsx';
import { LookupPlan } from './LookupPlan.tsx';
import { Preview } from './Preview.tsx';
import { countsOf } from './preparation.ts';
import type { VendorChoice } from './vendor-choice.ts';

export interface Confirmed {
  fillBlankFields: boolean;
  /** Whether a workbook is stored with all its sheets. */
  keepWorkbook: boolean;
  vendors: readonly string[];
}

interface ConfirmationDialogProps {
  read: ReadFile;
  choice: VendorChoice;
  open: boolean;
  onCancel: () => void;
  onConfirm: (confirmed: Confirmed) => void;
}

/** Shows what will happen to the file before anything is processed. */
export function ConfirmationDialog({ read, choice, open, onCancel, onConfirm }: ConfirmationDialogProps) {
  const [fillBlankFields, setFillBlankFields] = useState(true);
  const [withOthers, setWithOthers] = useState(true);
  const [keepWorkbook, setKeepWorkbook] = useState(true);
  const { otherVendors } = choice;
  const vendors = withOthers ? choice.allVendors : ['Dell'];
  return (
    <Dialog
      title="CSV Processing Confirmation"
      description={read.csv.file.name}
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      size="xl"
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" onClick={() => onConfirm({ fillBlankFields, keepWorkbook, vendors })}>
            Process CSV
          </Button>
        </>
      }
    >
      <Contents {...{ read, vendors, fillBlankFields }} userVendors={choice.userVendors}>
        <div className="space-y-3">
          <Switch
            label="Fill blank fields"
            description="Fill blank cells in mapped columns. Existing values are never overwritten."
            checked={fillBlankFields}
            onCheckedChange={setFillBlankFields}
            atEnd
          />
          {otherVendors.length > 0 && (
            <Switch
              label={`Also look up ${otherVendors.join(', ')} with your own keys`}
              description="If off, only Dell devices are processed."
              checked={withOthers}
              onCheckedChange={setWithOthers}
              atEnd
            />
          )}
          {read.reading.form.kind === 'xlsx' && (
            // Other sheets may be confidential, so the user decides whether the server stores them.
            <Switch
              label="Return my workbook with the results added"
              description={
                keepWorkbook
                  ? 'The whole workbook, hidden sheets included, is stored until the run is deleted.'
                  : 'Only the rows of this sheet are stored. You can download them as CSV or as a new workbook of text.'
              }
              checked={keepWorkbook}
              onCheckedChange={setKeepWorkbook}
              atEnd
            />
          )}
        </div>
      </Contents>
    </Dialog>
  );
}

interface ContentsProps extends Pick<Confirmed, 'vendors' | 'fillBlankFields'> {
  read: ReadFile;
  userVendors: readonly string[];
  /** The switches, which stay visible while the counts are recomputed. */
  children: ReactNode;
}

function Contents({ read, vendors, userVendors, fillBlankFields, children }: ContentsProps) {
  const { data: counts, error } = useQuery(countsOf(read, vendors));
  const plan = planEnrichment({
    columns: read.reading.columns,
    mapping: read.mapping,
    fillBlankFields,
    purchaseDate: read.purchaseDate ?? undefined,
    dateFormats: formatsOf(dateDecisions(read)),
    profiles: read.reading.profiles,
  });
  const summary = counts && summarize(counts, plan);
  return (
    <div className="space-y-6">
      {error && <Alert tone="danger" title="Failed to prepare processing. Please try again." live="alert" />}
      <LookupPlan lookups={counts?.lookups} vendors={vendors} userVendors={userVendors} />
      <SummaryFigures summary={summary} toLookUp={counts?.toLookUp} />
      <Corrections count={read.corrections.size} />
      {children}
      <ConfirmedMapping mapping={read.mapping} />
      <ManufacturerCounts stats={summary?.manufacturerStats} vendors={vendors} />
      <Preview read={read} vendors={vendors} plan={plan} />
      {summary && <UpdatedFields summary={summary} plan={plan} />}
      <ProcessingSteps vendors={vendors} />
    </div>
  );
}
