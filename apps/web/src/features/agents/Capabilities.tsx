import { Barcode, CloudUpload, type LucideIcon, Network, Radar } from 'lucide-react';
import { Card } from '../../ui/Card.tsx';

const capabilities: { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: Radar,
    title: 'Network Discovery',
    text: 'Every device that answers on the attached private networks, with its address, name and maker.',
  },
  {
    Icon: Network,
    title: 'Port Scanning',
    text: 'Which common services are open. At most 1,000 connections a second, and none to public addresses.',
  },
  {
    Icon: Barcode,
    title: 'Serial Numbers',
    text: 'Of the machine it runs on and of servers that tell theirs, so that a warranty is one click away.',
  },
  {
    Icon: CloudUpload,
    title: 'Secure Upload',
    text: 'Sent over HTTPS with your agent secret. When the server is away the scan waits and is sent later.',
  },
];

export function Capabilities() {
  return (
    <ul aria-label="What an agent does" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {capabilities.map(({ Icon, title, text }) => (
        <Card as="li" key={title} className="gap-1 p-5">
          <Icon aria-hidden size={20} className="mb-2 text-accent" />
          <h3 className="font-semibold">{title}</h3>
          <p className="text-ink-2 text-sm">{text}</p>
        </Card>
      ))}
    </ul>
  );
}
