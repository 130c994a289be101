import type { DeviceKind } from '@warranty/contracts/agents';

export interface KindEvidence {
  openPorts: readonly number[];
  hostname: string | null;
  vendor: string | null;
  manufacturer: string | null;
  model: string | null;
  os: string | null;
}

interface Rule {
  kind: DeviceKind;
  /** Matched against manufacturer, model, operating system, network card vendor and host name. */
  words?: RegExp;
  /** Any one of them is enough. */
  ports?: readonly number[];
}

/** The first matching rule wins: names rank above open ports. */
const rules: readonly Rule[] = [
  {
    kind: 'server',
    words:
      /\b(idrac|integrated dell remote access|ilo|poweredge|proliant|thinksystem|ucs|supermicro|windows server|esxi|proxmox)\b/i,
  },
  {
    kind: 'printer',
    words:
      /\b(brother|canon|epson|xerox|lexmark|kyocera|ricoh|konica|zebra tech|oki data|laserjet|officejet|printer)\b/i,
  },
  { kind: 'camera', words: /\b(axis communications|hikvision|dahua|mobotix|camera)\b/i },
  { kind: 'storage', words: /\b(synology|qnap|netapp|drobo|buffalo|diskstation|truenas)\b/i },
  {
    kind: 'network',
    words:
      /\b(cisco|meraki|ubiquiti|aruba|juniper|mikrotik|routerboard|netgear|tp-link|fortinet|zyxel|avm|d-link|ruckus|extreme networks|palo alto|switch|router|access point)\b/i,
  },
  { kind: 'phone', words: /\b(polycom|yealink|snom|grandstream|iphone|ipad|android|pixel)\b/i },
  {
    kind: 'computer',
    words:
      /\b(optiplex|latitude|precision|inspiron|vostro|xps|thinkpad|thinkcentre|ideapad|elitebook|probook|elitedesk|prodesk|zbook|macbook|imac|mac ?mini|surface|workstation)\b/i,
  },
  { kind: 'printer', ports: [9100, 515] },
  { kind: 'camera', ports: [554, 8554] },
  { kind: 'phone', ports: [5060, 5061, 62078] },
  { kind: 'storage', ports: [548, 2049, 3260] },
  { kind: 'server', ports: [623, 17988, 1433, 3306, 5432, 389, 636, 88, 902] },
  { kind: 'computer', ports: [3389, 5900, 135, 139, 445] },
  { kind: 'network', ports: [23, 161, 179, 8291] },
  {
    kind: 'computer',
    words: /\b(windows|macos|os x|linux|dell|lenovo|hp inc|hewlett|apple)\b/i,
    ports: [22],
  },
];

/** What counts of a host name: numbered devices have the same words. */
export const hostnameWords = (hostname: string): string => hostname.replaceAll(/[-_.\d]+/g, ' ');

/** Guesses what a device is from its scan data. */
export function deviceKind({
  openPorts,
  vendor,
  manufacturer,
  model,
  os,
  hostname,
}: KindEvidence): DeviceKind {
  const said = [manufacturer, model, os, vendor, hostname && hostnameWords(hostname)]
    .filter((part) => part)
    .join(' ');
  const open = new Set(openPorts);
  const fits = ({ words, ports }: Rule) => words?.test(said) || ports?.some((port) => open.has(port));
  return rules.find(fits)?.kind ?? 'unknown';
}
