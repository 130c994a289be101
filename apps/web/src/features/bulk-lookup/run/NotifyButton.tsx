import { Bell } from 'lucide-react';
import { useState } from 'react';
import { askForNotifications, canAskForNotifications } from '../../../lib/notify.ts';
import { Button } from '../../../ui/Button.tsx';

/** Offered once: the browser remembers the choice, also a refusal. */
export function NotifyButton() {
  const [canAsk, setCanAsk] = useState(canAskForNotifications);
  if (!canAsk) return null;
  return (
    <Button
      icon={<Bell aria-hidden size={16} />}
      onClick={() => askForNotifications().then(() => setCanAsk(canAskForNotifications()))}
    >
      Notify me when it is done
    </Button>
  );
}
