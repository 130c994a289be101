import type { ConfigReply } from '@warranty/contracts/system';
import { writeCsv } from '@warranty/domain/csv/write';
import { Download, FileSpreadsheet, FlaskConical } from 'lucide-react';
import { saveFile } from '../../../lib/files/save-file.ts';
import { useConfig } from '../../../shared/server/config.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';

export function NoFile({ onFile }: { onFile: (file: File) => void }) {
  const samples = useConfig()?.samples ?? [];
  return (
    <EmptyState
      icon={FileSpreadsheet}
      title="No CSV Uploaded"
      action={
        <>
          {samples.length > 0 && (
            <Button icon={FlaskConical} onClick={() => onFile(sampleFile(samples))}>
              Use a sample file
            </Button>
          )}
          <Button variant="ghost" icon={Download} onClick={() => saveFile(templateFile())}>
            Download a template
          </Button>
        </>
      }
    >
      Drop a list of devices above to add warranty dates. Existing values are never overwritten.
    </EmptyState>
  );
}

const headers = [
  'Asset',
  'Serial Number',
  'Manufacturer',
  'Model',
  'Warranty End Date',
  'Purchase Date',
  'Notes',
];

function fileOf(name: string, rows: string[][]): File {
  return new File([writeCsv(rows, { delimiter: ',', bom: true })], name, { type: 'text/csv' });
}

/** The sample devices as a realistic file: some manufacturers and all dates are missing. */
function sampleFile(samples: ConfigReply['samples']): File {
  const rows = samples.map(({ identifier, manufacturer, label }, index) => [
    `PC-${String(index + 1).padStart(4, '0')}`,
    identifier,
    manufacturer === 'Dell' && index % 3 === 2 ? '' : manufacturer,
    '',
    '',
    '',
    label,
  ]);
  return fileOf('sample_devices.csv', [headers, ...rows]);
}

/** Headers that are all recognized, with one example row to overwrite. */
function templateFile(): File {
  const example = ['PC-0001', '7XK2P93', 'Dell', 'OptiPlex 7090', '', '', ''];
  return fileOf('warranty_template.csv', [headers, example]);
}
