import { useEffect, useRef } from 'react';
import { Details } from '../../ui/Details.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/Table.tsx';
import { type AccuracyBlock, accuracyBlocks } from './accuracy-blocks.ts';

/** docs/predictor.md, as it was when the pages were built. */
declare const __PREDICTOR_DOCUMENT__: string;

/** What the sentence below the title rests on; the link in it leads here. */
export function AccuracyDetails({ isOpen }: { isOpen: boolean }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  return (
    <section
      id="measured"
      ref={section}
      tabIndex={-1}
      aria-label="How well it predicts"
      className="border-line border-t pt-4"
    >
      <Details key={String(isOpen)} defaultOpen={isOpen} summary="How well it predicts">
        <div className="space-y-3 text-ink-2">
          <p className="max-w-180">
            An estimate is only as good as what is known of an asset. Where nothing but its type and maker is
            known, the prediction says low confidence and names a wide range. The expected accuracy of your
            own file is measured on its known dates, in the step Analysis; nothing is learned from other
            people’s files.
          </p>
          {accuracyBlocks(__PREDICTOR_DOCUMENT__).map((block, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change
            <Block key={at} block={block} number={at + 1} />
          ))}
        </div>
      </Details>
    </section>
  );
}

function Block({ block, number }: { block: AccuracyBlock; number: number }) {
  if (block.kind === 'text') return <p className="wrap-anywhere max-w-180">{block.text}</p>;
  return (
    <Table caption={`What was measured, ${number}`}>
      <TableHead>
        <TableRow>
          {block.head.map((cell, at) => (
            <TableHeaderCell key={cell} numeric={at > 0}>
              {cell}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {block.rows.map((row) => (
          <TableRow key={row.join()}>
            {row.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells repeat, their places do not
              <TableCell key={at} header={at === 0} numeric={at > 0}>
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
