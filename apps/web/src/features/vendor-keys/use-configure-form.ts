import { useMutation } from '@tanstack/react-query';
import type { KeyType } from '@warranty/contracts/vendors/vendor';
import { useRef, useState } from 'react';
import { type KeyValues, keyInputOf, keyProblem, neededKeys } from './key-values.ts';
import type { TestResult } from './test-result.ts';
import type { KeyInput } from './use-vendor-key-changes.ts';
import type { VendorView } from './vendor-view.ts';

export interface ConfigureDialogProps {
  /** Initial selection; both can be changed in the dialog. */
  start: { vendor: string; keyType: KeyType };
  vendors: VendorView[];
  onSave: (key: KeyInput) => Promise<void>;
  onTest: (key: KeyInput) => Promise<TestResult>;
  onClose: () => void;
}

export type ConfigureForm = ReturnType<typeof useConfigureForm>;

/** The fields, their errors, and the test and save requests. Input is discarded when the dialog closes. */
export function useConfigureForm({ start, vendors, onSave, onTest, onClose }: ConfigureDialogProps) {
  const [values, setValues] = useState<KeyValues>({});
  const [complaint, setComplaint] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const storedAs = (vendor: string, keyType: KeyType) =>
    vendors.find(({ id }) => id === vendor)?.keys.find(({ type }) => type === keyType);
  const [fields, setFields] = useState({
    ...start,
    description: storedAs(start.vendor, start.keyType)?.description ?? '',
  });
  const save = useMutation({ mutationFn: onSave, onSuccess: onClose });
  const test = useMutation({ mutationFn: onTest });

  /** Clears the result of a test or save, which was for another value. */
  const clearOutcome = () => {
    setComplaint(null);
    test.reset();
    save.reset();
  };
  const choose = (vendor: string, keyType: KeyType) => {
    clearOutcome();
    // A key of one vendor must not be sent to another.
    if (vendor !== fields.vendor) setValues({});
    setFields({ vendor, keyType, description: storedAs(vendor, keyType)?.description ?? '' });
  };
  const submit = (run: (key: KeyInput) => void, whenBlank: string) => {
    const entered = keyInputOf(fields, values);
    clearOutcome();
    if (entered.keyValue) return run(entered);
    setComplaint(whenBlank);
    input.current?.focus();
  };
  const { vendor, keyType } = fields;

  return {
    ...fields,
    values,
    complaint,
    input,
    isStored: (type: KeyType) => (storedAs(vendor, type)?.masked ?? null) !== null,
    otherTypes: neededKeys(vendor).filter((type) => type !== keyType),
    hasProblem: neededKeys(vendor).some((type) => keyProblem(type, values[type] ?? '') !== null),
    chooseVendor: (chosen: string) => choose(chosen, neededKeys(chosen)[0] ?? 'api_key'),
    chooseKeyType: (chosen: string) => choose(vendor, chosen as KeyType),
    type: (changed: KeyType, value: string) => {
      clearOutcome();
      setValues({ ...values, [changed]: value });
    },
    describe: (description: string) => setFields({ ...fields, description }),
    save: () => submit(save.mutate, 'Please fill in all required fields'),
    test: () => submit(test.mutate, 'Please enter an API key to test'),
    isSaving: save.isPending,
    isTesting: test.isPending,
    saveError: save.error?.message,
    testResult: test.data,
  };
}
