import { FileDown, Table2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../../ui/layout/Card.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { EmptyLine } from '../EmptyLine.tsx';
import { type Preview, previewOf } from './preview.ts';
import { type ExportProps, useExport } from './use-export.ts';

/** Preview of the file and the export button. */
export function ExportCard(props: ExportProps) {
  const { data, mappings } = props;
  const { isExporting, start, tellNothing } = useExport(props);
  const [isRaw, setRaw] = useState(false);
  const preview = useMemo(() => previewOf(data, mappings, { raw: isRaw }), [data, mappings, isRaw]);
  return (
    <Card as="section" aria-labelledby="export-preview">
      <CardHeader
        action={
          <Button
            variant="primary"
            icon={FileDown}
            busy={isExporting}
            onClick={() => (preview ? start(isRaw) : tellNothing())}
          >
            Export to CSV
          </Button>
        }
      >
        <CardTitle id="export-preview">Export Preview</CardTitle>
        {preview && (
          <CardDescription>
            {formatCount(preview.totalRows, 'row')}, {formatCount(preview.columns.length, 'column')}, in file
            order
          </CardDescription>
        )}
      </CardHeader>
      <CardBody className="space-y-4">
        {preview?.warnings.map((warning) => (
          <Alert key={warning} tone="warning" title={warning} />
        ))}
        {preview ? <ExportPreview preview={preview} /> : <NoRows {...props} />}
        {preview && (
          <Switch
            label="Keep formulas"
            description="If off, cells that a spreadsheet could execute get a leading apostrophe."
            checked={isRaw}
            onCheckedChange={setRaw}
          />
        )}
      </CardBody>
    </Card>
  );
}

/** Explains what is missing: the data, the mappings, or rows in the data. */
function NoRows({ data, mappings }: ExportProps) {
  return (
    <EmptyLine icon={Table2} title="Nothing to export yet">
      {data === undefined
        ? 'Fetch data to preview the first rows of the export here.'
        : mappings.length === 0
          ? 'Add a field mapping. Each mapping becomes a column.'
          : 'The response contains no rows to export.'}
    </EmptyLine>
  );
}

/** The first rows of the file and the number of remaining ones. */
function ExportPreview({ preview: { columns, rows, totalRows } }: { preview: Preview }) {
  const more = totalRows - rows.length;
  return (
    <div>
      <DataTable caption="The first rows of the file" columns={columns.map(columnOf)} rows={rows} />
      {more > 0 && <p className="mt-2 text-ink-2 text-sm">and {formatCount(more, 'more row')}</p>}
    </div>
  );
}

const columnOf = (header: string, place: number): Column<string[]> => ({
  id: `${place}`,
  header,
  accessorFn: (cells) => cells[place],
  meta: {
    className: 'max-w-64 truncate',
    head: { className: 'max-w-64 truncate', title: header },
    cellProps: (cells) => ({ title: cells[place] || undefined }),
  },
});
