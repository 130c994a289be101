import { exportFileName } from '@warranty/domain/json-mapping/export';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/error-text.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { type ExportResult, exportCsv } from './export-csv.ts';
import type { MappingProps } from './MappingsCard.tsx';

type ExportProps = Pick<MappingProps, 'data' | 'source' | 'sourceName' | 'mappings'>;

function tellFailure(title: string, description: string): void {
  toast({ variant: 'destructive', title, description });
}

/** Details of the file for the user, one sentence each. */
function factsOf(name: string, exported: ExportResult & { issues: null }): string {
  const { rows, columns, guardedCells } = exported;
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
export function useExport({ data, source, sourceName, mappings }: ExportProps) {
  const [isExporting, setExporting] = useState(false);
  const aborting = useRef(new AbortController());
  useEffect(() => {
    aborting.current = new AbortController();
    return () => aborting.current.abort();
  }, []);

  async function generate(raw: boolean): Promise<ExportResult | null> {
    const { signal } = aborting.current;
    try {
      setExporting(true);
      return await exportCsv(data, mappings, { raw, signal });
    } catch (error) {
      if (!signal.aborted) tellFailure('Export Failed', `Failed to generate CSV: ${messageOf(error)}`);
      return null;
    } finally {
      setExporting(false);
    }
  }

  function download(exported: ExportResult & { issues: null }): void {
    const name = exportFileName(source === 'external' ? 'external-api' : sourceName, new Date());
    try {
      saveFile(new File(exported.parts, name, { type: 'text/csv' }));
      toast({ title: 'CSV exported', description: factsOf(name, exported) });
    } catch (error) {
      tellFailure('Export Failed', `Failed to download CSV: ${messageOf(error)}`);
    }
  }

  return {
    isExporting,
    tellNothing: () =>
      tellFailure('No Data to Export', 'Please fetch data and add field mappings before exporting'),
    async start(raw: boolean): Promise<void> {
      const exported = await generate(raw);
      if (!exported) return;
      if (exported.issues) tellFailure('Export Error', exported.issues.join(', '));
      else download(exported);
    },
  };
}
