import { Link } from '@tanstack/react-router';
import type { ConfigReply } from '@warranty/contracts/system';
import { guidePath } from '../shared/screen/guide-address.ts';
import { ThemeChoice } from './ThemeControl.tsx';

const linkStyle = 'text-ink-2 underline-offset-4 hover:text-ink hover:underline';

function Outward({ label, url }: ConfigReply['social'][number]) {
  return (
    <a href={url} rel="noreferrer" target="_blank" className={linkStyle}>
      {label}
    </a>
  );
}

/** Sponsor, podcast and social links configured by the operator. Links that are not configured are not shown. */
export function Footer({ config }: { config: ConfigReply | null }) {
  return (
    <footer className="border-line border-t py-6 text-sm print:hidden">
      <div className="mx-auto flex w-full max-w-288 flex-wrap items-center px-4 md:px-8 justify-between gap-x-6 gap-y-4">
        <ul className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <li className="text-ink-3">IT Warranty Lookup {config?.version}</li>
          <li>
            <Link to={guidePath} className={linkStyle}>
              Documentation
            </Link>
          </li>
          <li>
            <Link to="/api/docs" className={linkStyle}>
              API reference
            </Link>
          </li>
          {config?.sponsor && (
            <li className="text-ink-3">
              Sponsored by <Outward {...config.sponsor} />
            </li>
          )}
          {config?.podcast && (
            <li className="text-ink-3">
              Podcast: <Outward {...config.podcast} />
            </li>
          )}
          {config?.social.map((link) => (
            <li key={link.url}>
              <Outward {...link} />
            </li>
          ))}
        </ul>
        <ThemeChoice />
      </div>
    </footer>
  );
}
