import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Sheet } from '../../../ui/overlay/Sheet.tsx';
import type { AssetFile } from '../file/asset-file.ts';
import { Estimate } from '../prediction/Estimate.tsx';
import { Evidence } from '../prediction/Evidence.tsx';
import { deviceOf } from './prediction-rows.ts';

interface PredictionSheetProps {
  file: AssetFile;
  /** Index among all predictions; null while the sheet is closed. */
  at: number | null;
  onClose: () => void;
}

/** All details of one row, next to the table. */
export function PredictionSheet({ file, at, onClose }: PredictionSheetProps) {
  // Keeps the content visible while the sheet closes.
  const [last, setLast] = useState(at);
  if (at !== null && at !== last) setLast(at);
  const { data } = useQuery({
    queryKey: ['prediction', file.id, last],
    queryFn: () => file.ask('detail', { at: last ?? 0 }),
    enabled: last !== null,
    gcTime: 0,
  });
  return (
    <Sheet
      title={data ? (data.originalAsset.serialNumber ?? data.assetId) : 'Evidence'}
      description={data && deviceOf(data.originalAsset)}
      open={at !== null}
      onOpenChange={(open) => !open && onClose()}
      className="w-120"
    >
      {data && (
        <div className="space-y-6">
          <Estimate prediction={data} />
          <Evidence prediction={data} />
        </div>
      )}
    </Sheet>
  );
}
