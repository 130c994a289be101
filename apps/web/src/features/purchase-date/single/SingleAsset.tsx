import { useMutation } from '@tanstack/react-query';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { type OriginalAsset, predictSingle } from '@warranty/contracts/purchase-date';
import { CalendarSearch } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { userMessageOr } from '../../../lib/api/error-text.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Fact, FactList } from '../../../ui/text/FactList.tsx';
import { Estimate } from '../prediction/Estimate.tsx';
import { Evidence } from '../prediction/Evidence.tsx';
import type { PredictorSession } from '../use-predictor-session.ts';
import { SingleForm, type SingleRequest } from './SingleForm.tsx';

const examples = [
  'Dell Latitude 5420 laptop, asset 0042',
  'HP EliteBook 840 G7, warranty until 31 Mar 2024',
  'Cisco switch WS-C2960X-48FPS-L, serial FOC1931X0ZA',
];

const failed = 'Failed to predict purchase date';

interface SingleAssetProps {
  session: PredictorSession;
  /** The description passed by another page. */
  handed: string;
}

/** Predicts one asset from a free-text description. */
export function SingleAsset({ session, handed }: SingleAssetProps) {
  const [description, setDescription] = useState(handed);
  const {
    data: result,
    error,
    isPending,
    mutate,
    reset,
  } = useMutation({
    mutationFn: async (body: SingleRequest) => {
      session.assertReady();
      return call(predictSingle, { body });
    },
    onError: (problem) => {
      const description = userMessageOr(problem, failed);
      toast({ title: 'Prediction Failed', description, variant: 'destructive' });
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => setDescription(handed), [handed]);
  useEffect(() => {
    if (result) heading.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <SingleForm
        session={session}
        description={description}
        onDescription={setDescription}
        isPending={isPending}
        hasResult={result !== undefined}
        onPredict={mutate}
        onReset={() => {
          reset();
          setDescription('');
        }}
      />
      <div className="min-w-0 space-y-4">
        <p role="status" className="sr-only">
          {result && `Predicted: ${result.prediction.predictedPurchaseDate?.slice(0, 4) ?? 'no date'}`}
        </p>
        {error && (
          <Alert tone="danger" title="Prediction Failed" live="alert">
            {userMessageOr(error, failed)}
          </Alert>
        )}
        {result ? (
          <SingleResult {...result} headingRef={heading} />
        ) : (
          <EmptyState
            icon={CalendarSearch}
            title="No prediction yet"
            action={examples.map((example) => (
              <Button key={example} size="sm" onClick={() => setDescription(example)}>
                {example}
              </Button>
            ))}
          >
            Describe an asset to predict the year it was bought, with supporting evidence. Or try an example:
          </EmptyState>
        )}
      </div>
    </div>
  );
}

interface SingleResultProps extends ReplyOf<typeof predictSingle> {
  headingRef: Ref<HTMLHeadingElement>;
}

function SingleResult({ prediction, vendorDates, headingRef }: SingleResultProps) {
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

const labels = [
  ['Type', 'typeName'],
  ['Manufacturer', 'manufacturer'],
  ['Model', 'modelNumber'],
  ['Serial number', 'serialNumber'],
  ['Warranty end', 'warrantyExpire'],
  ['Purchase date', 'purchaseDate'],
] as const;

type Field = (typeof labels)[number][1];

/** In the form of all other dates on the page. */
function shownValue(asset: OriginalAsset, field: Field): string {
  const value = asset[field] ?? '';
  return field === 'warrantyExpire' || field === 'purchaseDate' ? formatDate(value) : value;
}

/** Shows how the description was parsed, so that users notice mistakes. */
function ParsedAsset({ asset }: { asset: OriginalAsset }) {
  const known = labels.filter(([, field]) => asset[field]);
  return (
    <section>
      <h3 className="mb-2 font-semibold">Recognized details</h3>
      {known.length === 0 ? (
        <p className="text-ink-2">No manufacturer, model, serial number or date was recognized.</p>
      ) : (
        <FactList narrow>
          {known.map(([label, field]) => (
            <Fact key={field} label={label}>
              <span className={field === 'serialNumber' ? 'font-mono' : undefined}>
                {shownValue(asset, field)}
              </span>
            </Fact>
          ))}
        </FactList>
      )}
    </section>
  );
}
