import { toast } from '../../ui/toast-store.ts';

export function showCopyFailedToast(): void {
  toast({
    variant: 'destructive',
    title: 'Failed to copy token to clipboard',
    description: 'The browser did not allow it. Select the text and copy it by hand.',
  });
}
