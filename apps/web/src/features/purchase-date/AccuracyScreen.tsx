import { BackLink } from '../../shared/screen/BackLink.tsx';
import { ScreenHeader } from '../../shared/screen/ScreenHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/use-data-table.ts';
import { accuracyBlocks } from './accuracy-blocks.ts';

/** docs/predictor.md, included by the build. */
declare const __PREDICTOR_DOCUMENT__: string;

/** The section "Accuracy" of docs/predictor.md. */
export default function AccuracyScreen() {
  return (
    <>
      <ScreenHeader back={<BackLink to="/purchase-date-predictor">Back to the predictor</BackLink>} />
      <div className="mt-8 space-y-6">
        {accuracyBlocks(__PREDICTOR_DOCUMENT__, 'Accuracy').map((block, index) =>
          block.kind === 'table' ? (
            <DataTable
              // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change
              key={index}
              caption="Accuracy of predictions"
              columns={block.head.map(columnOf)}
              rows={block.rows}
            />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change
            <p key={index} className="max-w-180">
              {block.text}
            </p>
          ),
        )}
      </div>
    </>
  );
}

const columnOf = (header: string, place: number): Column<string[]> => ({
  id: `${place}`,
  header,
  accessorFn: (cells) => cells[place],
  meta: place === 0 ? { header: true } : { numeric: true },
});
