import type { JsonMapping } from '@warranty/contracts/json-mapping';
import type { Source } from '../source.ts';

/** The response and what is made of it; the screen keeps both. */
export interface MappingProps {
  /** undefined until something answered. */
  data: unknown;
  source: Source;
  /** Names the file: the endpoint's path. */
  sourceName: string;
  mappings: readonly JsonMapping[];
  onChange: (mappings: JsonMapping[]) => void;
}
