import type { Member } from '@warranty/contracts/organization';
import { formatCount } from '../../lib/format/format-number.ts';

type Leaver = Pick<Member, 'name' | 'tokens' | 'agents'>;

/** What a removal does: "Bert loses access now. 3 access tokens stop until an admin takes them over. Their 2 agents go on." */
export const removalSentence = ({ name, ...left }: Leaver): string =>
  [`${name} loses access now.`, tokensStop(left.tokens), agentsGoOn('Their', left.agents)]
    .filter(Boolean)
    .join(' ');

/** The same for the one who leaves. */
export const leavingSentence = (organization: string, left: Omit<Leaver, 'name'>): string =>
  [
    `You lose access to ${organization} now, and need a new invitation to come back.`,
    tokensStop(left.tokens),
    agentsGoOn('Your', left.agents),
  ]
    .filter(Boolean)
    .join(' ');

function tokensStop(count: number): string {
  if (count === 0) return '';
  const [stop, them] = count === 1 ? ['stops', 'it'] : ['stop', 'them'];
  return `${formatCount(count, 'access token')} ${stop} until an admin takes ${them} over.`;
}

function agentsGoOn(whose: string, count: number): string {
  if (count === 0) return '';
  return count === 1 ? `${whose} agent goes on.` : `${whose} ${formatCount(count, 'agent')} go on.`;
}
