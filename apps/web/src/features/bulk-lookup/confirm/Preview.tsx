import { useQuery } from '@tanstack/react-query';
import type { EnrichPlan } from '@warranty/domain/csv/enrich';
import { joinSentences } from '@warranty/domain/sentences';
import { Alert } from '../../../ui/Alert.tsx';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/Table.tsx';
import type { ReadFile } from '../file/use-bulk-file.ts';
import { previewCharacters, shorten } from '../shorten.ts';
import { Part } from './ConfirmationParts.tsx';
import { previewOf } from './preparation.ts';
import { type PreviewTable, previewTable } from './preview-table.ts';

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
        <Rows table={previewTable(data, read.reading.columns, read.mapping, plan)} />
      )}
    </Part>
  );
}

function Rows({ table: { headers, rows } }: { table: PreviewTable }) {
  return (
    <>
      <Table caption="The first 10 rows with the new values">
        <TableHead>
          <TableRow>
            {headers.map((header) => (
              <TableHeaderCell key={header}>{shorten(header, 40)}</TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are known by their place
            <TableRow key={row}>
              {cells.map(({ text, whole, isNew }, index) => (
                <TableCell
                  key={headers[index]}
                  title={whole.length > previewCharacters ? shorten(whole, 500) : undefined}
                  className={classes(isNew && 'bg-active-soft font-medium text-active')}
                >
                  {text}
                  {isNew && <span className="sr-only"> (new)</span>}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <p className="mt-2 text-ink-2 text-xs">
        Highlighted cells will be filled. Long values are truncated to 20 characters.
      </p>
    </>
  );
}
