import { useSearch } from '@tanstack/react-router';

/** A list that another page hands over by the address, `?list=A B C`, as the field takes it. */
export function useListFromUrl(): string {
  const { list }: Record<string, unknown> = useSearch({ strict: false });
  return typeof list === 'string' ? list.trim().replaceAll(/\s+/g, '\n') : '';
}
