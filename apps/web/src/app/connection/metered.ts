/** Not in every browser, and not in the types. */
export interface NetworkInformation {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** Whether bytes that may never be needed could cost the user money or patience. */
export function isMetered({ saveData, type, effectiveType }: NetworkInformation): boolean {
  return Boolean(saveData) || type === 'cellular' || ['slow-2g', '2g'].includes(effectiveType ?? '');
}
