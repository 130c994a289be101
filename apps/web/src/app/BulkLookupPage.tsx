import { lazy } from 'react';
import { BulkLookupScreen } from '../features/bulk-lookup/BulkLookupScreen.tsx';
import { WarrantyPartsContext } from '../features/bulk-lookup/results/warranty-parts.ts';
import { resultText } from '../features/warranty/result-text.ts';

const parts = {
  Result: lazy(() => import('../features/warranty/WarrantyView.tsx')),
  toText: resultText,
};

/** The rows of a run show their results like an individual lookup. */
export default function BulkLookupPage() {
  return (
    <WarrantyPartsContext value={parts}>
      <BulkLookupScreen />
    </WarrantyPartsContext>
  );
}
