import { Download, FileSpreadsheet, FlaskConical } from 'lucide-react';
import { useConfig } from '../../../lib/config.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { sampleFile, templateFile } from './sample-file.ts';

export function NoFile({ onFile }: { onFile: (file: File) => void }) {
  const samples = useConfig()?.samples ?? [];
  return (
    <EmptyState
      icon={<FileSpreadsheet aria-hidden size={24} />}
      title="No CSV Uploaded"
      action={
        <>
          {samples.length > 0 && (
            <Button icon={<FlaskConical aria-hidden size={16} />} onClick={() => onFile(sampleFile(samples))}>
              Use a sample file
            </Button>
          )}
          <Button
            variant="ghost"
            icon={<Download aria-hidden size={16} />}
            onClick={() => saveFile(templateFile())}
          >
            Download a template
          </Button>
        </>
      }
    >
      Drop a list of devices above to add warranty dates. Existing values are never overwritten.
    </EmptyState>
  );
}
