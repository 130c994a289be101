import { useNavigate, useSearch } from '@tanstack/react-router';
import { endFilterForm, resultFilters } from '@warranty/contracts/bulk-results';
import { useCallback } from 'react';
import { type RowChoice, searchOf } from '../run/row-choice.ts';

type Search = Record<string, unknown>;

/** The chosen rows of the results, which are part of the address, so that other pages can link to them. */
export function useResultFilter() {
  const { filter, ends }: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen: RowChoice = {
    filter: resultFilters.find((one) => one === filter) ?? null,
    ends: typeof ends === 'string' && endFilterForm.test(ends) ? ends : null,
  };
  const choose = useCallback(
    (choice: RowChoice) =>
      navigate({
        to: '.',
        search: ({ filter: _, ends: __, ...others }: Search) => ({ ...others, ...searchOf(choice) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  /** From another tab of the run. Its other filters are dropped: the rows are those that were counted. */
  const open = useCallback(
    (choice: RowChoice) =>
      navigate({
        to: '.',
        search: ({ run, tab }: Search) => ({ run, ...(tab ? { tab } : {}), ...searchOf(choice) }),
        resetScroll: false,
      }),
    [navigate],
  );
  return { chosen, choose, open };
}
