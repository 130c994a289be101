/** Assigned by software, but stable: QEMU, Docker, VirtualBox. */
const steadyPrefixes = ['52:54:00', '02:42', '0a:00:27'];

/** The "locally administered" bit: phones and laptops change these addresses at any time. */
export function isRandomMac(mac: string | null): boolean {
  if (mac === null) return false;
  const first = Number.parseInt(mac.slice(0, 2), 16);
  const lower = mac.toLowerCase();
  return (first & 0b10) !== 0 && !steadyPrefixes.some((prefix) => lower.startsWith(prefix));
}
