import { useRef, useState } from 'react';
import { type FormSectionProps, problemsIn } from './form-section.ts';
import { emptyForm, type TesterForm } from './tester-form.ts';

/** The form, and which of its mistakes may be said: those of fields that were left, and all of them once it was sent. */
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
      // A message that appears under the pointer would move the button away before it is pressed.
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
  /** False where something in the headers or the body has to be put right first. */
  const validateBeforeSend = () => {
    setTried(true);
    if (![...problems.keys()].some((path) => !path.startsWith('parameters.'))) return true;
    // Once the messages are there.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return false;
  };
  return { form, part, element, replace, mayGo: validateBeforeSend };
}

export type TesterFields = ReturnType<typeof useTesterForm>;
