import { useMutation } from '@tanstack/react-query';
import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { exportFileName } from '@warranty/domain/json-mapping/export';
import { messageOf } from '../../../lib/api/error-text.ts';
import { useNextSignal } from '../../../lib/browser/use-next-signal.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { type ExportedFile, exportCsv } from './export-csv.ts';

export interface ExportProps {
  data: unknown;
  mappings: readonly JsonMapping[];
  /** The endpoint's path, which names the file. */
  sourceName: string;
}

function tellFailure(title: string, description: string): void {
  toast({ variant: 'destructive', title, description });
}

/** Details of the file for the user, one sentence each. */
function factsOf(name: string, { rows, columns, guardedCells }: ExportedFile): string {
  const facts = [`${formatCount(rows, 'row')} and ${formatCount(columns, 'column')} in ${name}.`];
  if (guardedCells > 0) {
    const got =
      guardedCells === 1
        ? 'could be executed as a formula and was given'
        : 'could be executed as formulas and were given';
    facts.push(`${formatCount(guardedCells, 'cell')} ${got} a leading apostrophe.`);
  }
  return facts.join(' ');
}

/** Saves the file through the browser. An error message names the step that failed. */
export function useExport({ data, sourceName, mappings }: ExportProps) {
  const nextSignal = useNextSignal();

  function download(exported: ExportedFile): void {
    const name = exportFileName(sourceName, new Date());
    try {
      saveFile(new File(exported.parts, name, { type: 'text/csv' }));
      toast({ title: 'CSV exported', description: factsOf(name, exported) });
    } catch (error) {
      tellFailure('Export Failed', `Failed to download CSV: ${messageOf(error)}`);
    }
  }

  const { isPending, mutate } = useMutation({
    mutationFn: async (raw: boolean) => {
      const exported = await exportCsv(data, mappings, { raw, signal: nextSignal() });
      if (exported?.issues) tellFailure('Export Error', exported.issues.join(', '));
      else if (exported) download(exported);
    },
    onError: (error) => tellFailure('Export Failed', `Failed to generate CSV: ${messageOf(error)}`),
  });
  return {
    isExporting: isPending,
    start: mutate,
    tellNothing: () =>
      tellFailure('No Data to Export', 'Please fetch data and add field mappings before exporting'),
  };
}
