import { BulkLookupScreen } from '../features/bulk-lookup/BulkLookupScreen.tsx';
import { WarrantyPartsContext } from '../features/bulk-lookup/results/warranty-parts.ts';
import { resultText } from '../features/warranty/result-text.ts';
import { lazyPart, missingContent } from '../ui/lazy-part.tsx';

const parts = {
  Result: lazyPart(() => import('../features/warranty/WarrantyView.tsx'), missingContent),
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
