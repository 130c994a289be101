import { listMembers, type Member } from '@warranty/contracts/organization';
import { call } from '../../lib/api/api.ts';

/** By name. Loaded with its contract when it is needed first. */
export const readMembers = async (): Promise<Member[]> => (await call(listMembers)).members;
