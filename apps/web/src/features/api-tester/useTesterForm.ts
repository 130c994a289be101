import { useRef, useState } from 'react';
import { type FormSectionProps, problemsIn } from './form-section.ts';
import { emptyForm, type TesterForm } from './tester-form.ts';

/** The form and its visible errors: those of fields the user has left, and all of them after a send. */
export function useTesterForm() {
  const [form, setForm] = useState(emptyForm);
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

export type TesterFields = ReturnType<typeof useTesterForm>;
