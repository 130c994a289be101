import { formatCount, formatNumber } from '../../../lib/format-number.ts';
import { Details } from '../../../ui/Details.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/Table.tsx';
import type { Expiries } from './fleet.ts';

const pictureHeight = 96;
/** Label every nth month on the axis. */
const labelEvery = 6;

/** Warranty expirations per month for the next two years. */
export function ExpiryChart({ expiries }: { expiries: Expiries }) {
  const { months, highest, before, after } = expiries;
  const total = months.reduce((sum, { count }) => sum + count, 0);
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">Warranty ends</h3>
        <p className="text-ink-2 text-sm tabular-nums">
          {formatCount(total, 'device')} in the next 24 months
          {after > 0 && `, ${formatNumber(after)} later`}
          {before > 0 && `, ${formatNumber(before)} before this month`}
        </p>
      </div>
      {highest > 0 && <Columns months={months} highest={highest} />}
      <Details summary="Show as table" className="mt-2">
        <Table caption="Devices by the month their warranty ends" className="max-h-64 max-w-80">
          <TableHead>
            <TableRow>
              <TableHeaderCell>Month</TableHeaderCell>
              <TableHeaderCell numeric>Devices</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {months.map(({ month, label, count }) => (
              <TableRow key={month}>
                <TableCell header>{label}</TableCell>
                <TableCell numeric>{formatNumber(count)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Details>
    </div>
  );
}

/** Hidden from screen readers: the table contains every number. */
function Columns({ months, highest }: Pick<Expiries, 'months' | 'highest'>) {
  const step = 100 / months.length;
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={pictureHeight + 40}
      className="mt-2 block overflow-visible text-xs tabular-nums"
    >
      <line x1="0" x2="100%" y1="16" y2="16" className="stroke-line" strokeDasharray="2 3" />
      <text x="100%" y="11" textAnchor="end" className="fill-ink-2">
        {formatNumber(highest)}
      </text>
      {months.map(({ month, label, count, height }, index) => (
        <g key={month}>
          <title>{`${label}: ${formatNumber(count)}`}</title>
          <rect
            x={`${index * step}%`}
            width={`${step}%`}
            y="0"
            height={pictureHeight + 16}
            fill="transparent"
          />
          {count > 0 && (
            <rect
              x={`${index * step + step * 0.15}%`}
              width={`${step * 0.7}%`}
              y={16 + pictureHeight - Math.max(2, (height / 100) * pictureHeight)}
              height={Math.max(2, (height / 100) * pictureHeight)}
              rx="1"
              className="fill-accent"
            />
          )}
          {index % labelEvery === 0 && (
            <>
              <line
                x1={`${index * step}%`}
                x2={`${index * step}%`}
                y1={16 + pictureHeight}
                y2={pictureHeight + 24}
                className="stroke-line-strong"
              />
              <text x={`${index * step}%`} dx="4" y={pictureHeight + 32} className="fill-ink-2">
                {label}
              </text>
            </>
          )}
        </g>
      ))}
      <line x1="0" x2="100%" y1={16 + pictureHeight} y2={16 + pictureHeight} className="stroke-line-strong" />
    </svg>
  );
}
