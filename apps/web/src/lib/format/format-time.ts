/** "15:42" for today, "15:42 on 16 Nov" for another day, in the user's time zone. */
export function formatTime(instant: string, now: Date): string {
  const at = new Date(instant);
  const time = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  if (at.toDateString() === now.toDateString()) return time;
  return `${time} on ${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}`;
}
