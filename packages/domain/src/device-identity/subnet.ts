/** `1.2.3.4` at the end of an IPv6 address is two groups: `102:304`. */
function groupsOfPart(part: string): string[] {
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return group;
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
  });
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.toLowerCase().split('::');
  const left = head ? groupsOfPart(head) : [];
  if (tail === undefined) return left;
  const right = tail ? groupsOfPart(tail) : [];
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/** The subnet of an address: /24 for IPv4, /64 for IPv6. */
export function subnetOf(ip: string): string {
  if (!ip.includes(':')) return `${ip.split('.').slice(0, 3).join('.')}.0/24`;
  const network = groupsOf(ip)
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

const ipv4Count = 2n ** 32n;

/** Sorts addresses by their numbers, IPv4 before IPv6. */
export function addressNumber(ip: string): number | bigint {
  if (!ip.includes(':')) return ip.split('.').reduce((number, part) => number * 256 + Number(part), 0);
  const digits = groupsOf(ip).map((group) => group.padStart(4, '0'));
  return ipv4Count + BigInt(`0x${digits.join('')}`);
}
