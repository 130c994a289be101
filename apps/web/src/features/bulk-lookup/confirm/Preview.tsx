import { useQuery } from '@tanstack/react-query';
import type { EnrichPlan } from '@warranty/domain/csv/enrich';
import { joinSentences } from '@warranty/domain/sentences';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import type { ReadFile } from '../file/use-bulk-file.ts';
import { previewCharacters, shorten } from '../shorten.ts';
import { Part } from './ConfirmationParts.tsx';
import { previewOf } from './preparation.ts';
import { type PreviewCell, previewTable } from './preview-table.ts';

interface PreviewProps {
  read: ReadFile;
  vendors: readonly string[];
  plan: EnrichPlan;
}

/** The first rows as they will be written. A failed preview does not block the run. */
export function Preview({ read, vendors, plan }: PreviewProps) {
  const { data, error, isPending } = useQuery(previewOf(read, vendors));
  return (
    <Part title="Preview of the first 10 rows">
      {error ? (
        <Alert
          tone="warning"
          live="status"
          title={joinSentences(
            `Preview unavailable: ${error.message}`,
            'You can still proceed with processing.',
          )}
        />
      ) : isPending ? (
        <div role="status" aria-label="Loading preview">
          <Skeleton className="h-40 w-full" />
        </div>
      ) : (
        <Rows {...previewTable(data, read.reading.columns, read.mapping, plan)} />
      )}
    </Part>
  );
}

function Rows({ headers, rows }: ReturnType<typeof previewTable>) {
  const columns = headers.map(columnOf);
  return (
    <>
      <DataTable caption="The first 10 rows with the new values" {...{ columns, rows }} />
      <p className="mt-2 text-ink-2 text-xs">
        Highlighted cells will be filled. Long values are truncated to 20 characters.
      </p>
    </>
  );
}

const columnOf = (header: string, place: number): Column<PreviewCell[]> => ({
  id: `${place}`,
  header: shorten(header, 40),
  cell: ({ row }) => (
    <>
      {row.original[place]?.text}
      {row.original[place]?.isNew && <span className="sr-only"> (new)</span>}
    </>
  ),
  meta: { cellProps: (cells) => lookOf(cells[place]) },
});

const lookOf = ({ whole = '', isNew = false }: Partial<PreviewCell> = {}) => ({
  title: whole.length > previewCharacters ? shorten(whole, 500) : undefined,
  ...(isNew && { className: 'bg-active-soft font-medium text-active' }),
});
