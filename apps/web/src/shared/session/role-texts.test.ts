import { roles } from '@warranty/contracts/access';
import { describe, expect, it } from 'vitest';
import { aRole, lossOfRole, roleLabel, roleOptions, roleTexts } from './role-texts.ts';

describe('role texts', () => {
  it.each(roles)('of %s end as a sentence, and the hint fits a narrow list', (role) => {
    expect(roleTexts[role].allows).toMatch(/^[A-Z].*\.$/);
    expect(roleTexts[role].hint.length).toBeLessThanOrEqual(30);
  });

  it('show a role of a later version by its name', () => {
    expect(roleLabel('auditor')).toBe('auditor');
    expect(roleOptions('auditor').map(({ value }) => value)).toEqual([...roles, 'auditor']);
    expect(roleOptions('member').map(({ value }) => value)).toEqual([...roles]);
  });

  it('say what is lost with a lower role', () => {
    expect(lossOfRole('member')).toBe(
      'You will no longer be able to manage vendor keys, access tokens, agents and members. Only another admin can make you an admin again.',
    );
    expect(lossOfRole('viewer')).toContain('start or change bulk runs');
  });

  it('have the right article', () => {
    expect(roles.map(aRole)).toEqual(['a viewer', 'a member', 'an admin']);
  });
});
