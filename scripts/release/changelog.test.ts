import { describe, expect, it } from 'vitest';
import { dateChanges, notesFor } from './changelog.ts';

const changelog = `# Changelog

## [Unreleased]

### Added

- Photos.

## [1.0.0] - 2026-10-01

- Lookups.
`;

describe('the changelog', () => {
  it('dates the unreleased changes and starts a new section', () => {
    const dated = dateChanges(changelog, '1.1.0', '2026-11-17');
    expect(dated).toContain('## [Unreleased]\n\n## [1.1.0] - 2026-11-17\n\n### Added');
    expect(notesFor(dated, '1.1.0')).toBe('# IT Warranty Lookup 1.1.0\n\n### Added\n\n- Photos.\n');
    expect(notesFor(dated, '1.0.0')).toBe('# IT Warranty Lookup 1.0.0\n\n- Lookups.\n');
  });

  it('refuses a version that was released', () => {
    expect(() => dateChanges(changelog, '1.0.0', '2026-11-17')).toThrow('already');
  });

  it('has the unreleased changes as notes before a release', () => {
    expect(notesFor(changelog, '1.1.0')).toContain('- Photos.');
    expect(() => notesFor('# Changelog\n', '1.1.0')).toThrow('no section');
  });
});
