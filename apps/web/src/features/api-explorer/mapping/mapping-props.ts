import type { JsonMapping } from '@warranty/contracts/json-mapping';
import type { Source } from '../explorer-state.ts';

/** The response and its mappings; the screen owns both. */
export interface MappingProps {
  /** undefined until the first response. */
  data: unknown;
  source: Source;
  /** The endpoint's path, which names the file. */
  sourceName: string;
  mappings: readonly JsonMapping[];
  onChange: (mappings: JsonMapping[]) => void;
}
