import { isRole, type Role, roles } from '@warranty/contracts/access';

interface RoleText {
  label: string;
  /** What the role may do, as a sentence. */
  allows: string;
  /** The same in a few words, for a narrow list. */
  hint: string;
  /** What an invited person will be able to do. */
  abilities: string;
  /** What a member with this role may not do, for a member who is about to lose it. */
  lacks: string | null;
}

/** The only place that says in words what roles may do; the server decides by packages/contracts/src/access.ts. */
export const roleTexts: Record<Role, RoleText> = {
  viewer: {
    label: 'Viewer',
    allows: 'Looks up devices and sees runs, scans and members.',
    hint: 'looks up and reads',
    abilities: 'look up devices, and read runs and scans',
    lacks: 'start or change bulk runs, manage vendor keys, access tokens and agents, or manage members',
  },
  member: {
    label: 'Member',
    allows: 'Also starts, changes and deletes runs, and tests APIs.',
    hint: 'also starts and changes runs',
    abilities: 'look up devices, and start, change and delete runs',
    lacks: 'manage vendor keys, access tokens, agents and members',
  },
  admin: {
    label: 'Admin',
    allows: 'Also manages keys, tokens, agents and members.',
    hint: 'also keys, tokens and members',
    abilities: 'do everything, including members, vendor keys, access tokens and agents',
    lacks: null,
  },
};

/** A role of a later version of the server is shown by its name. */
export const roleLabel = (role: string): string => (isRole(role) ? roleTexts[role].label : role);

/** For a list of one member, whose role may be one of a later version. */
export function roleOptions(current: string) {
  const known = roles.map((role) => ({
    value: role as string,
    label: roleTexts[role].label,
    hint: roleTexts[role].hint,
  }));
  return isRole(current) ? known : [...known, { value: current, label: current, hint: '' }];
}

/** For an invitation, where each role has room for a sentence. */
export const roleChoices = roles.map((role) => ({
  value: role,
  label: roleTexts[role].label,
  description: roleTexts[role].allows,
}));

/** What an admin hears before taking a lower role. */
export const lossOfRole = (role: Role): string =>
  `You will no longer be able to ${roleTexts[role].lacks ?? ''}. Only another admin can make you an admin again.`;

/** "an admin", "a viewer". */
export const aRole = (role: string): string => `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`;

/** "As a viewer you can look up devices, and read runs and scans." Null for a role of a later version. */
export const describeRole = (role: string): string | null =>
  isRole(role) ? `As ${aRole(role)} you can ${roleTexts[role].abilities}.` : null;
