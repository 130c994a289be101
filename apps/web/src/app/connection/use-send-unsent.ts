import { useState } from 'react';
import { formatCount } from '../../lib/format-number.ts';
import { toast } from '../../ui/toast-store.ts';

/** Sends the saved lookups, now that the user agrees. `progress` is null when nothing is being sent. */
export function useSendUnsent() {
  const [progress, setProgress] = useState<string | null>(null);
  const tell = (sent: number, total: number) => setProgress(`Sending ${sent + 1} of ${total}...`);
  const send = async (total: number) => {
    tell(0, total);
    try {
      // Loaded now: a first visit has nothing to send.
      const { sendUnsentLookups } = await import('../../features/warranty/send-unsent.ts');
      const found = await sendUnsentLookups((sent) => sent < total && tell(sent, total));
      if (found > 0)
        toast({
          title: `${formatCount(found, 'lookup')} sent`,
          description: 'The results are in Recent lookups.',
        });
    } catch {
      toast({
        variant: 'destructive',
        title: 'Not sent',
        description: 'The lookups are still saved. Try again.',
      });
    } finally {
      setProgress(null);
    }
  };
  return { progress, send };
}
