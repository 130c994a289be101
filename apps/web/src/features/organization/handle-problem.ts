import { handlePattern } from '@warranty/contracts/organization';

/** Why a handle cannot be used, as far as the browser can tell; null if it may be free. */
export function handleProblem(handle: string): string | null {
  if (handle === '') return 'Please enter a handle';
  if (handlePattern.test(handle)) return null;
  if (handle.length < 3 || handle.length > 40) return 'Use 3 to 40 characters';
  if (!/^[a-z]/.test(handle)) return 'Start with a lower-case letter';
  if (handle.endsWith('-')) return 'End with a letter or a digit';
  return 'Use only lower-case letters, digits and hyphens';
}
