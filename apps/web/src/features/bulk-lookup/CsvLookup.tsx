import { useMutation } from '@tanstack/react-query';
import { createBulkRun } from '@warranty/contracts/bulk-lookup';
import { startTransition, useState } from 'react';
import { useHandedFile } from '../../lib/files/file-handoff.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import { useConfig } from '../../shared/server/config.ts';
import { RoleGate } from '../../shared/session/RoleGate.tsx';
import { useUserVendors } from '../../shared/vendors/vendor-keys.ts';
import { ConfirmationDialog, type Confirmed } from './confirm/ConfirmationDialog.tsx';
import { prepare } from './confirm/preparation.ts';
import { vendorChoice } from './confirm/vendor-choice.ts';
import { FileDrop, ReadingCard, ReadyCard, RefusedSheet } from './file/FilePanel.tsx';
import { NoFile } from './file/NoFile.tsx';
import { PurchaseDateDialog } from './file/PurchaseDateDialog.tsx';
import { type BulkFile, type ReadFile, useBulkFile } from './file/use-bulk-file.ts';
import { FailedCard, SendingCard } from './run/SendingCard.tsx';
import { useStartRun } from './run/use-start-run.ts';

interface CsvLookupProps {
  onStarted: (runId: string) => void;
  /** A run is shown below, so the empty state is not needed. */
  isRunOpen: boolean;
}

/** Handles a file from the drop to the start of its run. */
export function CsvLookup({ onStarted, isRunOpen }: CsvLookupProps) {
  const { state, ...file } = useBulkFile();
  useHandedFile('/bulk-lookup', file.choose);
  const remove = () => {
    file.remove();
    // The focused element is removed along with the file.
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <div className="space-y-6">
      <p role="status" className="sr-only">
        {state.step === 'read' && `${state.file.name}: ${formatCount(state.read.reading.rows, 'row')} read.`}
      </p>
      <RoleGate endpoint={createBulkRun} className="space-y-6">
        {(state.step === 'none' || (state.step === 'refused' && state.sheets.length < 2)) && (
          <FileDrop refused={state.step === 'refused' ? state : null} onFile={file.choose} />
        )}
        {state.step === 'refused' && state.sheets.length > 1 && (
          <RefusedSheet
            refused={state}
            onSheet={(sheet) => file.choose(state.file, sheet)}
            onRemove={remove}
          />
        )}
        {state.step === 'none' && !isRunOpen && <NoFile onFile={file.choose} />}
        {state.step === 'reading' && <ReadingCard file={state.file} bytes={state.bytes} onRemove={remove} />}
        {state.step === 'read' && (
          <ReadyFile
            key={state.read.csv.id}
            read={state.read}
            file={{ ...file, remove }}
            onStarted={onStarted}
          />
        )}
      </RoleGate>
    </div>
  );
}

interface ReadyFileProps extends Pick<CsvLookupProps, 'onStarted'> {
  read: ReadFile;
  file: BulkFile;
}

/** Prompts for missing input, shows the plan and uploads the file. */
function ReadyFile({ read, file, onStarted }: ReadyFileProps) {
  const [isConfirming, setConfirming] = useState(false);
  const choice = vendorChoice(useUserVendors(), useConfig()?.dellReady ?? true);
  const { starting, start, accept, stop } = useStartRun((runId) => {
    file.remove();
    onStarted(runId);
  });
  const preparation = useMutation({
    mutationFn: () => prepare(read, choice.allVendors),
    onSuccess: () => startTransition(() => setConfirming(true)),
  });
  const confirm = (confirmed: Confirmed) => {
    setConfirming(false);
    start(read, confirmed);
  };
  const { mapping, purchaseDate } = read;
  const lacksDate = mapping.modelNumber !== undefined && !mapping.purchaseDate && !purchaseDate;
  return (
    <>
      <ReadyCard
        {...{ read, file }}
        vendors={choice.allVendors}
        busy={preparation.isPending}
        disabled={starting.step === 'sending'}
        problem={preparation.isError ? 'Failed to prepare processing. Please try again.' : null}
        onProcess={() => preparation.mutate()}
      />
      {starting.step === 'sending' && <SendingCard sending={starting} onSeen={accept} onStop={stop} />}
      {starting.step === 'failed' && (
        <FailedCard reason={starting.reason} onRetry={() => preparation.mutate()} />
      )}
      <PurchaseDateDialog
        open={lacksDate}
        columns={read.reading.columns}
        onConfirm={file.choosePurchaseDate}
        onCancel={file.remove}
      />
      <ConfirmationDialog
        {...{ read, choice }}
        open={isConfirming}
        onCancel={() => setConfirming(false)}
        onConfirm={confirm}
      />
    </>
  );
}
