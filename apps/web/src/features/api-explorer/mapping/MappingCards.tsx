import { ExportCard } from './ExportCard.tsx';
import { MappingsCard } from './MappingsCard.tsx';
import type { MappingProps } from './mapping-props.ts';

export function MappingCards(props: MappingProps) {
  return (
    <>
      <MappingsCard {...props} />
      <ExportCard {...props} />
    </>
  );
}
