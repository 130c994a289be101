import type { ConfigReply } from '@warranty/contracts/system';
import { writeCsv } from '@warranty/domain/csv/write';

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

/** The devices of the sample data as somebody would keep them: some makers are not named, and nobody knows the dates. */
export function sampleFile(samples: ConfigReply['samples']): File {
  const rows = samples.map(({ identifier, manufacturer, label }, at) => [
    `PC-${String(at + 1).padStart(4, '0')}`,
    identifier,
    manufacturer === 'Dell' && at % 3 === 2 ? '' : manufacturer,
    '',
    '',
    '',
    label,
  ]);
  return fileOf('sample_devices.csv', [headers, ...rows]);
}

/** Headers that are all recognised, with one row to write over. */
export function templateFile(): File {
  const example = ['PC-0001', '7XK2P93', 'Dell', 'OptiPlex 7090', '', '', ''];
  return fileOf('warranty_template.csv', [headers, example]);
}
