import type { HasNames } from '../../accounts/creators.ts';
import { withoutOwner } from '../../platform/fairness/current-request.ts';
import type { OwnEvent } from './audit-events.store.ts';

const actorOf = ({ actorKind, actorId }: OwnEvent): string | null =>
  actorKind === 'person' ? actorId : null;

const memberOf = ({ action, targetId }: OwnEvent): string | null =>
  action.startsWith('member.') ? targetId : null;

/** With the names of the people who acted, and of the members whom events are about, also of those who have left. */
export async function withPeople(events: OwnEvent[], { namesOf }: HasNames): Promise<OwnEvent[]> {
  const ids = new Set(events.flatMap((event) => [actorOf(event) ?? [], memberOf(event) ?? []].flat()));
  if (ids.size === 0) return events;
  const names = await withoutOwner(() => namesOf([...ids]));
  const nameOf = (id: string | null) => (id === null ? undefined : names.get(id));
  return events.map((event) => ({
    ...event,
    actorName: nameOf(actorOf(event)) ?? event.actorName,
    targetName: nameOf(memberOf(event)) ?? event.targetName,
  }));
}
