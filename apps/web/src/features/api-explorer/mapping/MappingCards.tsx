import { ExportCard } from './ExportCard.tsx';
import { MappingsCard } from './MappingsCard.tsx';
import type { MappingProps } from './mapping-props.ts';

/** From the response to the file: which fields become columns, what that looks like, and the export. */
export function MappingCards(props: MappingProps) {
  return (
    <>
      <MappingsCard {...props} />
      <ExportCard {...props} />
    </>
  );
}
