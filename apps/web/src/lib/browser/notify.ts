/** Browsers have no notifications on an insecure connection. */
export function canAskForNotifications(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}

export async function askForNotifications(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

interface Notice {
  title: string;
  body: string;
  /** Notices with the same tag replace each other. */
  tag: string;
  onClick: () => void;
}

/** Notifies a user who allowed it and does not look at the page. */
export function notify({ title, body, tag, onClick }: Notice): void {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(title, { body, tag });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onClick();
    };
  } catch {
    // Chrome on Android only allows notifications of service workers.
  }
}
