import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { classes } from '../classes.ts';
import { ScrollArea } from '../layout/ScrollArea.tsx';

export interface TableProps {
  /** Describes the table to screen readers. */
  caption: string;
  /** A height, for example `max-h-96`: the rows then scroll below a sticky header. */
  className?: string;
  /** The scroll container, for a table that renders only the rows in view. */
  scrollRef?: Ref<HTMLElement>;
  /** Total number of rows including the header, if not all are rendered. */
  rowCount?: number;
  /** Columns have the widths of their header cells, so that the table stays as wide as its container and cells truncate. */
  fixed?: boolean;
  children: ReactNode;
}

export function Table({ caption, className, scrollRef, rowCount, fixed = false, children }: TableProps) {
  return (
    <ScrollArea
      label={caption}
      ref={scrollRef}
      className={classes('rounded-card border border-line bg-surface', className)}
    >
      <table
        aria-rowcount={rowCount}
        className={classes(
          'w-full border-separate border-spacing-0 text-left text-sm',
          fixed && 'min-w-160 table-fixed',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </ScrollArea>
  );
}

export function TableBody(props: Omit<ComponentProps<'tbody'>, 'className'>) {
  return <tbody {...props} className="[&>tr:last-child>*]:border-b-0" />;
}

interface TableRowProps extends ComponentProps<'tr'> {
  selected?: boolean;
}

export function TableRow({ selected, className, ...rest }: TableRowProps) {
  return <tr {...rest} className={classes('group/row', className)} data-selected={selected || undefined} />;
}

export interface TableHeaderCellProps extends Omit<ComponentProps<'th'>, 'onClick'> {
  numeric?: boolean;
  /** With `onSort` the label becomes a button. */
  sort?: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

export function TableHeaderCell({
  numeric,
  sort,
  onSort,
  className,
  children,
  ...rest
}: TableHeaderCellProps) {
  const Icon = sortIcons[sort ?? 'none'];
  return (
    <th
      scope="col"
      aria-sort={sort}
      {...rest}
      className={classes(
        'h-9 border-line border-b bg-sunken px-3 py-0 font-medium text-ink-2 text-xs whitespace-nowrap',
        numeric && 'text-right',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={classes(
            '-mx-1 inline-flex min-h-7 items-center gap-1 rounded-sm px-1 hover:text-ink focus-visible:outline-offset-0 pointer-coarse:min-h-11',
            numeric && 'flex-row-reverse',
          )}
        >
          {children}
          <Icon aria-hidden size={14} className={sort === 'none' ? 'text-ink-3' : 'text-accent'} />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

export interface TableCellProps extends ComponentProps<'td'> {
  /** Right-aligned, so that digits line up. */
  numeric?: boolean;
  /** Labels its row. */
  header?: boolean;
  mono?: boolean;
  muted?: boolean;
  /** Long text may wrap; otherwise a cell is one line high. */
  wrap?: boolean;
}

export function TableCell({ numeric, header, mono, muted, wrap, className, ...rest }: TableCellProps) {
  const look = classes(
    'h-9 border-line border-b px-3 py-1 font-normal tabular-nums group-hover/row:bg-hover group-data-selected/row:bg-accent-soft pointer-coarse:h-11',
    numeric && 'text-right',
    mono && 'font-mono',
    muted && 'text-ink-2',
    wrap ? 'min-w-48' : 'whitespace-nowrap',
    className,
  );
  return header ? <th scope="row" {...rest} className={look} /> : <td {...rest} className={look} />;
}

/** Spacer for rows that are not rendered because they are out of view. */
export function TableSpace({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
