import { maxCorrections } from '@warranty/contracts/bulk-lookup';
import type { RowCorrection } from '@warranty/domain/csv/corrections';
import type { IssueRows, ListedRow } from '@warranty/domain/csv/row-review';
import { Pencil, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ScrollArea } from '../../../ui/layout/ScrollArea.tsx';
import { shorten } from '../shorten.ts';
import { CorrectionForm } from './CorrectionForm.tsx';
import { correctionLabel } from './row-correction.ts';

export interface RowCorrections {
  corrections: ReadonlyMap<number, RowCorrection>;
  /** Returns why the row cannot be looked up like this, or null. */
  onCorrect: (row: ListedRow, correction: RowCorrection) => Promise<string | null>;
  onUndo: (row: number) => void;
  disabled: boolean;
}

/** The rows that a finding is about. The identifier and the manufacturer of each can be corrected for the lookup. */
export function FindingRows(props: RowCorrections & { listed: IssueRows; name: string }) {
  const { listed, name, ...rowCorrections } = props;
  const { rows, count } = listed;
  const isFull = rowCorrections.corrections.size >= maxCorrections;
  return (
    <>
      <ScrollArea label={`Rows: ${name}`} className="max-h-96 rounded-card border border-line bg-surface">
        <ul className="divide-y divide-line text-sm">
          {rows.map((row) => (
            <FindingRow key={row.row} row={row} isFull={isFull} {...rowCorrections} />
          ))}
        </ul>
      </ScrollArea>
      <p className="mt-1 mb-2 text-ink-2 text-xs">
        {count > rows.length && `and ${formatNumber(count - rows.length)} more. `}A correction is used for the
        lookup; the cell in your file stays as it is.
        {isFull &&
          ` You have made ${formatCount(maxCorrections, 'correction')}, the maximum. Correct the other rows in the file.`}
      </p>
    </>
  );
}

function FindingRow(props: RowCorrections & { row: ListedRow; isFull: boolean }) {
  const { row, isFull, corrections, onCorrect, onUndo, disabled } = props;
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setEdited] = useState(false);
  const correctButton = useRef<HTMLButtonElement>(null);
  const correction = corrections.get(row.row);
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 px-3 py-1.5 sm:grid-cols-[5rem_minmax(0,1fr)_minmax(0,2fr)_12rem]">
      <span className="text-ink-2 tabular-nums">Row {formatNumber(row.line)}</span>
      <FileCell text={row.cell} />
      {isEditing ? (
        <CorrectionForm
          row={row}
          correction={correction}
          onCorrect={onCorrect}
          onClose={() => {
            setEdited(true);
            setEditing(false);
          }}
        />
      ) : (
        <>
          <RowOutcome row={row} correction={correction} />
          <span className="flex justify-end gap-1 max-sm:col-span-2">
            {correction !== undefined && (
              <Button
                size="sm"
                variant="ghost"
                icon={Undo2}
                disabled={disabled}
                aria-label={`Undo the correction of row ${row.line}`}
                onClick={() => {
                  // The focused button is removed along with the correction.
                  correctButton.current?.focus();
                  onUndo(row.row);
                }}
              >
                Undo
              </Button>
            )}
            <Button
              ref={correctButton}
              size="sm"
              variant="ghost"
              icon={Pencil}
              // Returns the focus from the form that it replaces
              autoFocus={wasEdited}
              disabled={disabled || (isFull && correction === undefined)}
              aria-label={`Correct row ${row.line}`}
              onClick={() => setEditing(true)}
            >
              Correct
            </Button>
          </span>
        </>
      )}
    </li>
  );
}

function FileCell({ text }: { text: string }) {
  if (text.trim() === '') return <span className="text-ink-3 italic">blank</span>;
  return <span className="whitespace-pre-wrap wrap-anywhere font-mono">{shorten(text, 80)}</span>;
}

function RowOutcome({ row, correction }: { row: ListedRow; correction: RowCorrection | undefined }) {
  if (correction !== undefined)
    return (
      <span className="wrap-anywhere text-active max-sm:col-span-2">
        Corrected by you, looked up as <span className="font-mono">{correctionLabel(correction, row)}</span>
      </span>
    );
  return (
    <span className="wrap-anywhere max-sm:col-span-2">
      {row.lookedUpAs === null ? (
        'Not looked up.'
      ) : (
        <>
          Looked up as <span className="font-mono">{shorten(row.lookedUpAs, 80)}</span>
          {row.reason && '.'}
        </>
      )}
      {row.reason && <span className="text-ink-2"> {row.reason}</span>}
    </span>
  );
}
