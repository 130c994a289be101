import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { deviceSearch } from './device-search.ts';
import { isPlainClick } from './is-plain-click.ts';

interface DeviceLinkProps {
  modelNumber: string;
  manufacturer: string | null;
}

/** Opens everything known about one device. A plain link: those of the router cost too much in a table that scrolls. */
export function DeviceLink({ modelNumber, manufacturer }: DeviceLinkProps) {
  const navigate = useNavigate();
  const search = deviceSearch(modelNumber, manufacturer);
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
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
