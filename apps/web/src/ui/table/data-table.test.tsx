import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DataTable, HeaderRow } from './DataTable.tsx';
import { isDescending, parseSort, type Sort, sortKeyOf } from './sort.ts';
import { type Column, type Sorting, useDataTable } from './use-data-table.ts';

interface Device {
  name: string;
  days: number | null;
}

const columns: Column<Device>[] = [
  { accessorKey: 'name', header: 'Name', meta: { header: true } },
  {
    accessorKey: 'days',
    header: 'Days',
    meta: { numeric: true, cellProps: ({ days }) => (days === null ? null : { title: `${days} days` }) },
  },
  { header: 'Note', cell: ({ row }) => `of ${row.original.name}` },
];
const rows = [
  { name: 'one', days: 1 },
  { name: 'two', days: null },
];

const markup = renderToStaticMarkup(<DataTable caption="Devices" columns={columns} rows={rows} />);

const Header = ({ sorting }: { sorting: Sorting }) => (
  <HeaderRow table={useDataTable({ columns, rows, sorting })} />
);

function Click({ id, sorting }: { id: string; sorting: Sorting }) {
  useDataTable({ columns, rows, sorting }).getColumn(id)?.toggleSorting();
  return null;
}

/** The order after a click on a header. */
function clickOn(id: string, sort: Sort | null, isRequired: boolean): Sort | null | undefined {
  const orders: (Sort | null)[] = [];
  const sorting = { sort, isRequired, onSort: (next: Sort | null) => orders.push(next) };
  renderToStaticMarkup(<Click id={id} sorting={sorting} />);
  return orders.at(-1);
}

describe('a table', () => {
  it('shows values, or what a column makes of a row, in order', () => {
    const cells = [...markup.matchAll(/<t[hd] [^>]*>(.*?)<\/t[hd]>/g)].map(([, text]) => text);
    expect(cells).toEqual(['Name', 'Days', 'Note', 'one', '1', 'of one', 'two', 'of two']);
  });

  it('names a row with a row header, and adds what depends on the row', () => {
    expect(markup.match(/<th scope="row"/g)).toHaveLength(2);
    expect(markup).toContain('title="1 days"');
  });

  it('offers sorting for columns with a value, and shows the order on one of them', () => {
    expect(markup).not.toContain('<button');
    const sorted = renderToStaticMarkup(<Header sorting={{ sort: '-days', onSort: () => undefined }} />);
    expect([...sorted.matchAll(/<th scope="col"(?: aria-sort="(\w+)")?/g)].map(([, sort]) => sort)).toEqual([
      'none',
      'descending',
      undefined,
    ]);
    expect(sorted.match(/<button/g)).toHaveLength(2);
  });

  it('goes from ascending to descending, and back to the original order if there is one', () => {
    expect(clickOn('days', null, false)).toBe('days');
    expect(clickOn('days', 'days', false)).toBe('-days');
    expect(clickOn('days', '-days', false)).toBeNull();
    expect(clickOn('days', '-days', true)).toBe('days');
    expect(clickOn('name', '-days', true)).toBe('name');
  });
});

it('reads an order from the URL, whatever is in it', () => {
  const read = (text: unknown) => parseSort(text, ['endDate', 'ip']);
  expect(['endDate', '-endDate', '-ip'].map(read)).toEqual(['endDate', '-endDate', '-ip']);
  expect(['--endDate', 'color', '', '-', 7, undefined].map(read)).toEqual(Array(6).fill(null));
  expect([sortKeyOf('-ip'), isDescending('-ip'), sortKeyOf('ip'), isDescending('ip')]).toEqual([
    ...['ip', true],
    ...['ip', false],
  ]);
});
