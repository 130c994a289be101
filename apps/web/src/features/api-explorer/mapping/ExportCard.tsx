import { FileDown, Table2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format-number.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { ExportPreview } from './ExportPreview.tsx';
import type { MappingProps } from './mapping-props.ts';
import { previewOf } from './preview.ts';
import { useExport } from './useExport.ts';

type ExportCardProps = Omit<MappingProps, 'onChange'>;

/** How the file will begin, and the button that makes it. */
export function ExportCard(props: ExportCardProps) {
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
            icon={<FileDown aria-hidden size={16} />}
            busy={isExporting}
            onClick={() => (preview ? start(isRaw) : tellNothing())}
          >
            Export to CSV
          </Button>
        }
      >
        <CardTitle>
          <span id="export-preview">Export Preview</span>
        </CardTitle>
        {preview && (
          <CardDescription>
            {formatCount(preview.totalRows, 'row')}, {formatCount(preview.columns.length, 'column')}, in the
            order of the file
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
            label="Leave formulas as they are"
            description="Otherwise a cell that a spreadsheet would run gets a leading apostrophe."
            checked={isRaw}
            onCheckedChange={setRaw}
          />
        )}
      </CardBody>
    </Card>
  );
}

/** Says what is missing: the data, the mappings, or rows in the data. */
function NoRows({ data, mappings }: ExportCardProps) {
  const words =
    data === undefined
      ? 'Once there is a response, the first rows of the file appear here before you export it.'
      : mappings.length === 0
        ? 'Add a field mapping. Each one becomes a column of the file.'
        : 'The response holds no rows: there is nothing to export.';
  return (
    <EmptyState level={3} icon={<Table2 aria-hidden size={24} />} title="Nothing to export yet">
      {words}
    </EmptyState>
  );
}
