import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/Table.tsx';
import { type AccuracyBlock, accuracyBlocks } from './accuracy-blocks.ts';

/** docs/predictor.md, included by the build. */
declare const __PREDICTOR_DOCUMENT__: string;

/** One section of docs/predictor.md. */
export function AccuracyBlocks({ heading }: { heading: string }) {
  return accuracyBlocks(__PREDICTOR_DOCUMENT__, heading).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change
    <Block key={index} block={block} caption={`${heading}, table ${index}`} />
  ));
}

function Block({ block, caption }: { block: AccuracyBlock; caption: string }) {
  if (block.kind === 'text') return <p className="wrap-anywhere max-w-180">{block.text}</p>;
  if (block.kind === 'table') return <AccuracyTable {...block} caption={caption} />;
  return (
    <ul className="max-w-180 list-disc space-y-2 pl-5">
      {block.items.map((item) => (
        <li key={item} className="wrap-anywhere">
          {item}
        </li>
      ))}
    </ul>
  );
}

interface AccuracyTableProps {
  head: string[];
  rows: string[][];
  caption: string;
}

function AccuracyTable({ head, rows, caption }: AccuracyTableProps) {
  return (
    <Table caption={caption}>
      <TableHead>
        <TableRow>
          {head.map((cell, index) => (
            <TableHeaderCell key={cell} numeric={index > 0}>
              {cell}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.join()}>
            {row.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells repeat, their positions do not
              <TableCell key={index} header={index === 0} numeric={index > 0}>
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
