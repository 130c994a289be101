import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import type { previewCsv } from '@warranty/contracts/csv-enrichment';
import type { FieldMapping } from '@warranty/contracts/field-mapping';
import type { Column } from '@warranty/domain/csv/columns';
import type { EnrichPlan } from '@warranty/domain/csv/enrich';
import { previewCell, previewColumns } from '@warranty/domain/csv/preview';

export type PreviewCell = ReturnType<typeof previewTable>['rows'][number][number];

/**
 * The preview was requested with blanks filled. If the plan does not fill a column, its original cells are shown, without
 * another request.
 */
export function previewTable(
  { originalRows, enrichedRows }: ReplyOf<typeof previewCsv>,
  columns: readonly Column[],
  mapping: FieldMapping,
  plan: EnrichPlan,
) {
  const written = new Set(plan.targets.map(({ column }) => column));
  const headers = previewColumns(columns, mapping, plan).map(
    (at) => columns[at]?.name ?? plan.header[at] ?? '',
  );
  return {
    headers,
    rows: originalRows.map((original, index) =>
      headers.map((name) => {
        const before = original[name] ?? '';
        const after = enrichedRows[index]?.[name] ?? '';
        const whole = written.has(name) ? after : before;
        return { text: previewCell(whole), whole, isNew: whole !== before };
      }),
    ),
  };
}
