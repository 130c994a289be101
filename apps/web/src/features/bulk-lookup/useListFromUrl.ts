import { useSearch } from '@tanstack/react-router';

/** A list passed by another page in the URL, `?list=A B C`, in the format of the field. */
export function useListFromUrl(): string {
  const { list }: Record<string, unknown> = useSearch({ strict: false });
  return typeof list === 'string' ? list.trim().replaceAll(/\s+/g, '\n') : '';
}
