import { formatCount, formatNumber } from '../../../../lib/format/format-number.ts';
import { Details } from '../../../../ui/layout/Details.tsx';
import { DataTable } from '../../../../ui/table/DataTable.tsx';
import type { Column } from '../../../../ui/table/use-data-table.ts';
import type { Expiries } from './fleet.ts';
import { PictureAreas } from './PictureAreas.tsx';

const pictureHeight = 96;
/** Label every nth month on the axis. */
const labelEvery = 6;

interface ExpiryChartProps {
  expiries: Expiries;
  /** Opens the rows whose coverage ends then. */
  onOpen: (ends: string) => void;
}

/** Warranty expirations per month for the next two years. */
export function ExpiryChart({ expiries, onOpen }: ExpiryChartProps) {
  const { months, highest, before, after } = expiries;
  const total = months.reduce((sum, { count }) => sum + count, 0);
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">Warranty ends</h3>
        <p className="text-ink-2 text-sm tabular-nums">
          {formatCount(total, 'device')} in the next 24 months
          {after.count > 0 && `, ${formatNumber(after.count)} later`}
          {before.count > 0 && `, ${formatNumber(before.count)} before this month`}
        </p>
      </div>
      {highest > 0 && <Columns {...{ months, highest, onOpen }} />}
      <Details summary="Show as table" className="mt-2">
        <DataTable
          caption="Devices by the month their warranty ends"
          className="max-h-64 max-w-80"
          columns={monthColumns(onOpen)}
          rows={[
            ...[before].filter(({ count }) => count > 0),
            ...months,
            ...[after].filter(({ count }) => count > 0),
          ]}
        />
      </Details>
    </div>
  );
}

/** Every number of the chart, each opening its rows. */
const monthColumns = (onOpen: ExpiryChartProps['onOpen']): Column<Expiries['before']>[] => [
  { accessorKey: 'label', header: 'Month', meta: { header: true } },
  {
    header: 'Devices',
    cell: ({ row: { original } }) => <MonthCount month={original} onOpen={() => onOpen(original.ends)} />,
    meta: { numeric: true },
  },
];

function MonthCount({ month: { label, count }, onOpen }: { month: Expiries['before']; onOpen: () => void }) {
  if (count === 0) return formatNumber(count);
  return (
    <button
      type="button"
      aria-label={`${formatCount(count, 'device')}, ${label}`}
      onClick={onOpen}
      className="min-h-6 rounded-sm px-1 underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {formatNumber(count)}
    </button>
  );
}

type ColumnsProps = Pick<Expiries, 'months' | 'highest'> & Pick<ExpiryChartProps, 'onOpen'>;

/** Hidden from screen readers: the table contains every number, and opens the same rows. */
function Columns({ months, highest, onOpen }: ColumnsProps) {
  const step = 100 / months.length;
  return (
    <div className="relative mt-2">
      <svg
        aria-hidden="true"
        width="100%"
        height={pictureHeight + 40}
        className="block overflow-visible text-xs tabular-nums"
      >
        <line x1="0" x2="100%" y1="16" y2="16" className="stroke-line" strokeDasharray="2 3" />
        <text x="100%" y="11" textAnchor="end" className="fill-ink-2">
          {formatNumber(highest)}
        </text>
        {months.map((column, index) => (
          <MonthPicture key={column.month} column={column} index={index} step={step} />
        ))}
        <line
          x1="0"
          x2="100%"
          y1={16 + pictureHeight}
          y2={16 + pictureHeight}
          className="stroke-line-strong"
        />
      </svg>
      <PictureAreas
        areas={months.map(({ label, count, ends }, index) => ({
          title: `${label}: ${formatNumber(count)}`,
          ...{ from: index * step, width: step },
          onOpen: count > 0 ? () => onOpen(ends) : undefined,
        }))}
      />
    </div>
  );
}

interface MonthPictureProps {
  column: Expiries['months'][number];
  index: number;
  /** The width of a month, in percent. */
  step: number;
}

function MonthPicture({ column: { label, count, height }, index, step }: MonthPictureProps) {
  const columnHeight = Math.max(2, (height / 100) * pictureHeight);
  const left = `${index * step}%`;
  return (
    <>
      {count > 0 && (
        <rect
          x={`${index * step + step * 0.15}%`}
          width={`${step * 0.7}%`}
          y={16 + pictureHeight - columnHeight}
          height={columnHeight}
          rx="1"
          className="fill-accent"
        />
      )}
      {index % labelEvery === 0 && (
        <>
          <line
            x1={left}
            x2={left}
            y1={16 + pictureHeight}
            y2={pictureHeight + 24}
            className="stroke-line-strong"
          />
          <text x={left} dx="4" y={pictureHeight + 32} className="fill-ink-2">
            {label}
          </text>
        </>
      )}
    </>
  );
}
