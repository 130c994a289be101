import type { WarrantyResult } from '@warranty/contracts/warranty';
import { type ComponentType, createContext } from 'react';

/** How the individual lookup shows a result. The page provides it, because features do not import each other. */
interface WarrantyParts {
  Result: ComponentType<{ result: WarrantyResult; now: Date }>;
  /** For a ticket or a mail. */
  toText: (result: WarrantyResult, link: string, now: Date) => string;
}

export const WarrantyPartsContext = createContext<WarrantyParts | null>(null);
