import { useMutation } from '@tanstack/react-query';
import { predictSingle } from '@warranty/contracts/purchase-date';
import { call } from '../../../lib/api/api.ts';
import { userMessageOr } from '../../../lib/api/error-text.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import type { PredictorSession } from '../use-predictor-session.ts';

export interface SingleRequest {
  assetDescription: string;
  useVendorDates: boolean;
}

const failed = 'Failed to predict purchase date';

export function useSinglePrediction(session: PredictorSession) {
  const { data, error, isPending, mutate, reset } = useMutation({
    mutationFn: async (body: SingleRequest) => {
      session.assertReady();
      return call(predictSingle, { body });
    },
    onError: (problem) =>
      toast({
        title: 'Prediction Failed',
        description: userMessageOr(problem, failed),
        variant: 'destructive',
      }),
  });
  return {
    result: data ?? null,
    problem: error ? userMessageOr(error, failed) : null,
    isPending,
    predict: (request: SingleRequest) => {
      if (!isPending) mutate(request);
    },
    reset,
  };
}
