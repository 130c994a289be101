import { useNavigate } from '@tanstack/react-router';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { type ReactNode, useEffect, useId } from 'react';
import { FleetChartSkeleton, RunFleet } from '../../features/bulk-lookup/results/charts/FleetChart.tsx';
import { searchOf } from '../../features/bulk-lookup/run/row-choice.ts';
import { runLabel, runName } from '../../features/bulk-lookup/run/run-state.ts';
import { useFleet } from '../../features/bulk-lookup/run/use-runs.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { useUrlParameter } from '../../lib/browser/use-url-parameter.ts';
import { Select } from '../../ui/form/Select.tsx';
import { useHasBeenTrue } from '../../ui/use-has-been-true.ts';
import { NeedsAction } from './NeedsAction.tsx';
import { type Action, actionsOfDevices } from './needs-action.ts';

interface RunOverviewProps {
  /** Finished runs, newest first; at least one. */
  runs: readonly [BulkRun, ...BulkRun[]];
  /** About other runs. */
  actions: readonly Action[];
  onShown: () => void;
  /** What follows, shown at the same time: it would move otherwise. */
  children: ReactNode;
}

/** One run at a time: a device in several runs would otherwise be counted more than once. */
export default function RunOverview({ runs, actions, onShown, children }: RunOverviewProps) {
  const [chosen, setChosen] = useUrlParameter('run');
  const run = runs.find((one) => one.id === chosen) ?? runs[0];
  const now = useNow();
  const { data, isPending } = useFleet(run);
  const isShown = useHasBeenTrue(!isPending);
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  if (!isShown) return <FleetChartSkeleton />;
  return (
    <>
      <NeedsAction
        actions={[...actions, ...(data ? actionsOfDevices(run, runLabel(run, runs, now), data) : [])]}
      />
      <Coverage runs={runs} run={run} onRun={setChosen} />
      {children}
    </>
  );
}

interface CoverageProps {
  runs: readonly BulkRun[];
  run: BulkRun;
  onRun: (runId: string) => void;
}

function Coverage({ runs, run, onRun }: CoverageProps) {
  const id = useId();
  const now = useNow();
  const navigate = useNavigate();
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="min-w-0 wrap-anywhere font-semibold text-lg">
          {runs.length > 1 ? 'Coverage' : `Coverage in ${runName(run)}`}
        </h2>
        {runs.length > 1 && (
          <div className="w-80 max-w-full">
            <Select
              aria-label="Run"
              value={run.id}
              onValueChange={onRun}
              options={runs.map((one) => ({ value: one.id, label: runLabel(one, runs, now) }))}
            />
          </div>
        )}
      </div>
      <RunFleet
        key={run.id}
        run={run}
        onOpen={(rows) => navigate({ to: '/bulk-lookup', search: { run: run.id, ...searchOf(rows) } })}
      />
    </section>
  );
}
