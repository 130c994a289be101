import { useEffect, useRef, useState } from 'react';
import { useUrlParameter } from '../../lib/browser/use-url-parameter.ts';
import { type FormSectionProps, problemsIn } from './form-section.ts';
import { formFor, nameOfOperation, type TesterForm } from './tester-form.ts';

/** The form and its visible errors: those of fields the user has left, and all of them after a send. */
export function useTesterForm() {
  const [form, setForm] = useFormState();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const problems = problemsIn(form);
  const part: FormSectionProps = {
    form,
    change: (patch) => setForm((before) => ({ ...before, ...patch })),
    errorFor: (path) => (isTried || left.has(path) ? problems.get(path) : undefined),
    onBlur: (path, { relatedTarget }) => {
      // An error that appears on blur would move the button before the click lands.
      const isButton = relatedTarget instanceof HTMLButtonElement && relatedTarget.role !== 'combobox';
      if (!isButton) setLeft((before) => new Set(before).add(path));
    },
  };
  const replace = (next: TesterForm) => {
    setForm(next);
    setLeft(new Set());
    setTried(false);
    element.current?.scrollIntoView({ block: 'nearest' });
  };
  /** Returns false if the headers or the body have errors. */
  const validateBeforeSend = () => {
    setTried(true);
    if (![...problems.keys()].some((path) => !path.startsWith('parameters.'))) return true;
    // Wait until the errors are rendered.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return false;
  };
  return { form, part, element, replace, mayGo: validateBeforeSend };
}

/** The URL has the operation, `?operation=dell.asset-entitlements`, but nothing that was typed: it may be secret. */
function useFormState() {
  const [operation, setOperation] = useUrlParameter('operation');
  const state = useState(() => formFor(operation));
  const current = nameOfOperation(state[0]);
  const inUrl = useRef(operation);
  useEffect(() => {
    if (current === inUrl.current) return;
    inUrl.current = current;
    setOperation(current);
  }, [current, setOperation]);
  return state;
}

export type TesterFields = ReturnType<typeof useTesterForm>;
