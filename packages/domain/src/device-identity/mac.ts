/** Made up by software, but the same every time: QEMU, Docker, VirtualBox. */
const steadyPrefixes = ['52:54:00', '02:42', '0a:00:27'];

/** The bit that says "made up locally": phones and laptops change such an address as they please. */
export function isRandomMac(mac: string | null): boolean {
  if (mac === null) return false;
  const first = Number.parseInt(mac.slice(0, 2), 16);
  const lower = mac.toLowerCase();
  return (first & 0b10) !== 0 && !steadyPrefixes.some((prefix) => lower.startsWith(prefix));
}
