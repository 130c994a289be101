import type { ReplyOf } from '@warranty/contracts/endpoint';
import type { predictSingle } from '@warranty/contracts/purchase-date';
import type { Ref } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Card } from '../../ui/Card.tsx';
import { Estimate } from './Estimate.tsx';
import { Evidence } from './Evidence.tsx';
import { ParsedAsset } from './ParsedAsset.tsx';

interface SingleResultProps extends ReplyOf<typeof predictSingle> {
  headingRef: Ref<HTMLHeadingElement>;
}

export function SingleResult({ prediction, vendorDates, headingRef }: SingleResultProps) {
  return (
    <Card as="section" aria-labelledby="single-result" className="gap-5 p-5">
      <h2 id="single-result" ref={headingRef} className="scroll-mt-4 font-semibold text-lg">
        Predicted purchase date
      </h2>
      <Estimate prediction={prediction} known="In your description" />
      {vendorDates && <Alert title="Vendor dates">{vendorDates.sentence}</Alert>}
      <ParsedAsset asset={prediction.originalAsset} />
      <Evidence prediction={prediction} />
    </Card>
  );
}
