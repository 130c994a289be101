/** What the members of an organization do in it. A later version may have more roles. */
const abilities: Readonly<Record<string, string>> = {
  viewer: 'look up devices, and read runs and scans',
  member: 'look up devices, and start, change and delete runs',
  admin: 'do everything, including members, vendor keys, access tokens and agents',
};

/** "a member", "an admin". */
export const withArticle = (role: string): string => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;

/** "As a viewer you can look up devices, and read runs and scans." Null for an unknown role. */
export function describeRole(role: string): string | null {
  const ability = Object.hasOwn(abilities, role) ? abilities[role] : undefined;
  return ability ? `As ${withArticle(role)} you can ${ability}.` : null;
}
