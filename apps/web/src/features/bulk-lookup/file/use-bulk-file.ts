import type { FieldMapping, MappedField, PurchaseDateChoice } from '@warranty/contracts/field-mapping';
import type { RowCorrection } from '@warranty/domain/csv/corrections';
import type { ListedRow } from '@warranty/domain/csv/row-review';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/error-text.ts';
import { createWorkerClient, type WorkerClient } from '../../../lib/files/worker-client.ts';
import type { CsvRequests, FileReading } from './csv-messages.ts';
import type { DateChoices } from './date-formats.ts';
import { assign, isSameMapping } from './mapping.ts';
import { deleteSavedMapping, findSavedMapping, saveMapping } from './saved-mappings.ts';

/** A parsed file and the user's choices for it. */
export interface ReadFile {
  csv: CsvFile;
  /** The visible sheets of a workbook; empty for a CSV file. */
  sheets: readonly string[];
  reading: FileReading;
  mapping: FieldMapping;
  /** `chosen`: set by the user now. `saved`: set by the user for an earlier file with the same headers. */
  mappingIs: 'detected' | 'saved' | 'chosen';
  /** Null until the user is prompted, and if the file has a column for it. */
  purchaseDate: PurchaseDateChoice | null;
  /** Date formats chosen by the user. */
  dateChoices: DateChoices;
  /** What the user gave for single rows, in place of the cells of the file. */
  corrections: ReadonlyMap<number, RowCorrection>;
}

export type FileState =
  | { step: 'none' }
  | { step: 'reading'; file: File; bytes: number }
  /** A sheet may be refused although others of the workbook can be read. */
  | { step: 'refused'; file: File; message: string; sheets: readonly string[]; sheet: string | null }
  | { step: 'read'; file: File; read: ReadFile };

function readFile(csv: CsvFile, sheets: readonly string[], reading: FileReading): ReadFile {
  const recalled = findSavedMapping(reading.columns);
  const isNew = recalled !== null && !isSameMapping(recalled, reading.detected);
  return {
    csv,
    sheets,
    reading,
    mapping: recalled ?? reading.detected,
    mappingIs: isNew ? 'saved' : 'detected',
    purchaseDate: null,
    dateChoices: new Map(),
    corrections: new Map(),
  };
}

/** Corrections are about the cells of two columns. */
function correctionsAfter(before: FieldMapping, after: FieldMapping): Partial<ReadFile> {
  const isSame = before.modelNumber === after.modelNumber && before.manufacturer === after.manufacturer;
  return isSame ? {} : { corrections: new Map() };
}

/** The file on the page, from the drop until it is ready to be processed. */
export function useBulkFile() {
  const [state, setState] = useState<FileState>({ step: 'none' });
  const open = useRef<CsvFile | null>(null);

  const close = useCallback(() => {
    open.current?.close();
    open.current = null;
  }, []);
  useEffect(() => close, [close]);

  const choose = async (file: File, chosen: string | null = null) => {
    close();
    const csv = openCsvFile(file);
    open.current = csv;
    // Ignore updates from an earlier file.
    const show = (next: FileState) => {
      if (open.current === csv) setState(next);
    };
    show({ step: 'reading', file, bytes: 0 });
    let sheets: string[] = [];
    let sheet = chosen;
    try {
      sheets = await csv.ask('sheets', { file });
      sheet ??= sheets[0] ?? null;
      const onBytes = (bytes: number) => show({ step: 'reading', file, bytes });
      const reading = await csv.ask('read', { file, sheet }, onBytes);
      // This renders a lot; a transition keeps the page responsive.
      startTransition(() => show({ step: 'read', file, read: readFile(csv, sheets, reading) }));
    } catch (error) {
      show({ step: 'refused', file, message: messageOf(error), sheets, sheet });
    }
  };

  const change = (changed: (read: ReadFile) => Partial<ReadFile>) =>
    setState((before) =>
      before.step === 'read' ? { ...before, read: { ...before.read, ...changed(before.read) } } : before,
    );

  return {
    state,
    choose,
    remove: () => {
      close();
      setState({ step: 'none' });
    },
    map: (field: MappedField, column: string | null) =>
      change(({ mapping, reading, purchaseDate }) => {
        const next = assign(mapping, field, column);
        saveMapping(reading.columns, next);
        return {
          mapping: next,
          mappingIs: 'chosen',
          purchaseDate: next.purchaseDate ? null : purchaseDate,
          ...correctionsAfter(mapping, next),
        };
      }),
    resetMapping: () =>
      change(({ reading, mapping }) => {
        deleteSavedMapping(reading.columns);
        return {
          mapping: reading.detected,
          mappingIs: 'detected',
          ...correctionsAfter(mapping, reading.detected),
        };
      }),
    choosePurchaseDate: (purchaseDate: PurchaseDateChoice | null) => change(() => ({ purchaseDate })),
    chooseDateFormat: (column: string | null, format: string) =>
      change(({ dateChoices }) => ({ dateChoices: new Map([...dateChoices, [column, format]]) })),
    /** Returns why the row cannot be looked up like this, or null. */
    correct: async (csv: CsvFile, row: ListedRow, correction: RowCorrection) => {
      const { lookedUpAs, reason } = await csv.ask('checkCorrection', { row, correction });
      if (lookedUpAs === null) return reason ?? 'This identifier cannot be looked up.';
      const saved = { ...correction, ...(correction.identifier && { identifier: lookedUpAs }) };
      change(({ corrections }) => ({ corrections: new Map([...corrections, [row.row, saved]]) }));
      return null;
    },
    undoCorrection: (row: number) =>
      change(({ corrections }) => ({
        corrections: new Map([...corrections].filter(([corrected]) => corrected !== row)),
      })),
  };
}

/** What the user can do with the file. */
export type BulkFile = Omit<ReturnType<typeof useBulkFile>, 'state'>;

/** A selected file with its own worker. */
interface CsvFile extends WorkerClient<CsvRequests> {
  file: File;
}

function openCsvFile(file: File): CsvFile {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' });
  return { ...createWorkerClient<CsvRequests>(worker), file };
}
