import { headerProblem } from '@warranty/domain/vendor-operations/headers';
import { parameterProblem } from '@warranty/domain/vendor-operations/parameters';
import type { FocusEvent } from 'react';
import { isJson } from '../../lib/api/endpoint-request.ts';
import { selectedOperation, type TesterForm, takesBody } from './tester-form.ts';

/** Props shared by all form sections. */
export interface FormSectionProps {
  form: TesterForm;
  change: (patch: Partial<TesterForm>) => void;
  /** The error of a field, if it should already be shown. */
  errorFor: (path: string) => string | undefined;
  onBlur: (path: string, event: FocusEvent) => void;
}

/** All errors, by field path. */
export function problemsIn(form: TesterForm): Map<string, string> {
  const found = new Map<string, string>();
  for (const parameter of selectedOperation(form).operation?.parameters ?? []) {
    const message = parameterProblem(parameter, form.parameters);
    if (message) found.set(`parameters.${parameter.name}`, message);
  }
  for (const { id, key, value } of form.headers) {
    const wrong = headerProblem(key.trim(), value.trim());
    if (wrong) found.set(`headers.${id}.${wrong.in}`, wrong.message);
    // A newly added row has neither a name nor a value.
    if (key.trim() === '' && value.trim() === '')
      found.set(`headers.${id}.value`, 'Header value is required');
  }
  const body = takesBody(form) ? form.body.trim() : '';
  if (body !== '' && !isJson(body)) found.set('body', 'Request body must be valid JSON');
  return found;
}
