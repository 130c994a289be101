import { useQuery } from '@tanstack/react-query';
import { type DiscoveredDevice, readDiscovery } from '@warranty/contracts/agents';
import { deviceEvidence } from '@warranty/domain/prediction/device-evidence';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api/api.ts';
import { userMessageOr } from '../../../lib/api/error-text.ts';
import type { PredictorSession } from '../use-predictor-session.ts';

export type ImportedScan = ReturnType<typeof useImportedScan>;

/** Loads the scan that another page passed, and uses its devices as rows, once. */
export function useImportedScan(
  sessionId: string | null,
  { isReady }: PredictorSession,
  takeRows: (name: string, rows: Record<string, string>[]) => void,
) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['discoveries', 'devices', sessionId],
    queryFn: () => call(readDiscovery, { params: { sessionId: sessionId ?? '' } }),
    enabled: isReady && sessionId !== null,
  });
  const taken = useRef<string | null>(null);
  useEffect(() => {
    if (!data || sessionId === null || taken.current === sessionId) return;
    taken.current = sessionId;
    takeRows(`Scan by ${data.session.hostname ?? data.session.agentId}`, discoveryRows(data.devices));
  });
  return {
    isPending: sessionId !== null && isFetching,
    problem:
      sessionId !== null && error
        ? userMessageOr(error, 'Error loading session details. Please try again.')
        : null,
    retry: () => void refetch(),
  };
}

/** Converts the devices of a scan to file rows. */
function discoveryRows(devices: readonly DiscoveredDevice[]): Record<string, string>[] {
  return devices.map((device) => {
    const { type, manufacturer, model, serial } = deviceEvidence(device);
    return {
      assetId: device.hostname ?? device.ip,
      typeName: type,
      serialNumber: serial,
      manufacturer,
      modelNumber: model,
      hostname: device.hostname ?? '',
      ip: device.ip,
      mac: device.mac ?? '',
    };
  });
}
