import { toast } from '../../ui/toast-store.ts';

export function showCopyFailedToast(): void {
  toast({
    variant: 'destructive',
    title: 'Failed to copy token to clipboard',
    description: 'Your browser blocked clipboard access. Select the text and copy it manually.',
  });
}
