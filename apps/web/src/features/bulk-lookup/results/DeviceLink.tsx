import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

interface DeviceLinkProps {
  modelNumber: string;
  manufacturer: string | null;
}

/** Opens everything known about one device. A plain link: those of the router cost too much in a table that scrolls. */
export function DeviceLink({ modelNumber, manufacturer }: DeviceLinkProps) {
  const navigate = useNavigate();
  const search = { q: modelNumber, ...(manufacturer && { manufacturer }) };
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate({ to: '/individual-lookup', search });
  };
  return (
    <a
      href={`/individual-lookup?${new URLSearchParams(search)}`}
      onClick={onClick}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {modelNumber}
    </a>
  );
}
