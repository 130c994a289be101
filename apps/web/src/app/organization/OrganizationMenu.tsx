import { Link } from '@tanstack/react-router';
import type { SessionReply } from '@warranty/contracts/session';
import { Building2, Check, ChevronsUpDown, LogOut, UserRound } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { addressIn, handle } from '../../lib/browser/organization.ts';
import { roleLabel } from '../../shared/session/role-texts.ts';
import { useSession } from '../../shared/session/session.ts';
import { signOutHere } from '../../shared/session/sign-out.ts';
import { classes } from '../../ui/classes.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { rowLayout } from '../../ui/form/control-style.ts';
import { Popover } from '../../ui/overlay/Popover.tsx';

type OwnOrganization = NonNullable<SessionReply['organizations']>[number];

/** Which organization this page is about, the others of the person, and the way out. */
export default function OrganizationMenu({ expanded }: { expanded: boolean }) {
  const [open, setOpen] = useState(false);
  const { organization, organizations = [], person } = useSession().data ?? {};
  if (!person) return null;
  const close = () => setOpen(false);
  return (
    <Popover
      label="Organization and account"
      open={open}
      onOpenChange={setOpen}
      align="start"
      className="w-64 p-1!"
      trigger={<Trigger expanded={expanded} organization={organization ?? null} />}
    >
      <p className="truncate px-2 pt-1.5 pb-1 text-ink-2 text-sm">Signed in as {person.name}</p>
      {organizations.length > 0 && (
        <ul aria-label="Your organizations" className="border-line border-t py-1">
          {organizations.map((each) => (
            <li key={each.handle}>
              <Switch to={each} />
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Settings" className="border-line border-t pt-1">
        {organization && (
          <li>
            <MenuLink to="/organization" onClick={close}>
              <Building2 aria-hidden size={16} className="shrink-0" />
              Organization
            </MenuLink>
          </li>
        )}
        <li>
          <MenuLink to="/account" onClick={close}>
            <UserRound aria-hidden size={16} className="shrink-0" />
            Your account
          </MenuLink>
        </li>
        <li>
          <button type="button" className={itemStyle} onClick={leave}>
            <LogOut aria-hidden size={16} className="shrink-0" />
            Sign out
          </button>
        </li>
      </ul>
    </Popover>
  );
}

const itemStyle = classes(rowLayout, 'w-full text-left hover:bg-hover focus-visible:-outline-offset-2');

function leave(): void {
  signOutHere().catch(({ message }: Error) =>
    toast({ variant: 'destructive', title: 'You are still signed in', description: message }),
  );
}

interface TriggerProps extends ComponentProps<'button'> {
  expanded: boolean;
  organization: OwnOrganization | null;
}

function Trigger({ expanded, organization, ...rest }: TriggerProps) {
  const name = organization?.name ?? 'No organization';
  return (
    <button
      type="button"
      {...rest}
      title={expanded ? undefined : name}
      className="flex h-11 w-full items-center gap-2.5 rounded-control text-left hover:bg-sunken focus-visible:-outline-offset-2 data-[state=open]:bg-sunken"
    >
      <Initial name={name} />
      <span className={classes('min-w-0 flex-1', !expanded && 'sr-only')}>
        <span className="block truncate font-medium leading-5">{name}</span>
        {organization && (
          <span className="block truncate text-ink-3 text-xs">{roleLabel(organization.role)}</span>
        )}
      </span>
      {expanded && <ChevronsUpDown aria-hidden size={14} className="mr-2 shrink-0 text-ink-3" />}
    </button>
  );
}

function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-control border border-line bg-sunken font-semibold text-ink-2"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}

/** Loads the page again, so that nothing of this organization remains in it. */
function Switch({ to: { handle: other, name, role } }: { to: OwnOrganization }) {
  const isHere = other === handle;
  return (
    <a href={addressIn(other, '/')} aria-current={isHere ? 'true' : undefined} className={itemStyle}>
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {isHere ? (
        <Check aria-hidden size={16} className="shrink-0 text-accent" />
      ) : (
        <span className="shrink-0 text-ink-3 text-xs">{roleLabel(role)}</span>
      )}
    </a>
  );
}

function MenuLink(props: { to: string; onClick: () => void; children: ReactNode }) {
  return <Link {...props} className={itemStyle} />;
}
