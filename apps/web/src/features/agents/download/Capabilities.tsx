import { Barcode, CloudUpload, type LucideIcon, Network, Radar } from 'lucide-react';
import { Card } from '../../../ui/layout/Card.tsx';
import { FoldedSection } from './FoldedSection.tsx';

const capabilities: { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: Radar,
    title: 'Network Discovery',
    text: 'Finds every device that responds on the connected private networks, with its address, name and manufacturer.',
  },
  {
    Icon: Network,
    title: 'Port Scanning',
    text: 'Detects common open services. Limited to 1,000 connections per second, and never scans public addresses.',
  },
  {
    Icon: Barcode,
    title: 'Serial Numbers',
    text: 'Reads the serial number of its own machine and of servers that report theirs, so that you can look up the warranty in one click.',
  },
  {
    Icon: CloudUpload,
    title: 'Secure Upload',
    text: 'Uploads scans over HTTPS with your agent secret. If the server is unreachable, the scan is saved and sent later.',
  },
];

export function Capabilities() {
  return (
    <FoldedSection title="What agents do" hint="Discovery, ports, serial numbers, upload">
      <ul aria-label="What agents do" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {capabilities.map(({ Icon, title, text }) => (
          <Card as="li" key={title} className="gap-1 p-5">
            <Icon aria-hidden size={20} className="mb-2 text-accent" />
            <h3 className="font-semibold">{title}</h3>
            <p className="text-ink-2 text-sm">{text}</p>
          </Card>
        ))}
      </ul>
    </FoldedSection>
  );
}
