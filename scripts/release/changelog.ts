const isHeading = (line: string, name: string) => line.startsWith(`## [${name}]`);

/** Turns the unreleased changes into those of a version, and starts a new empty section. */
export function dateChanges(changelog: string, version: string, date: string): string {
  if (changelog.split('\n').some((line) => isHeading(line, version)))
    throw new Error(`CHANGELOG.md has a section for ${version} already`);
  const unreleased = '## [Unreleased]\n';
  if (!changelog.includes(unreleased)) throw new Error('CHANGELOG.md has no section for unreleased changes');
  return changelog.replace(unreleased, `${unreleased}\n## [${version}] - ${date}\n`);
}

/** The changes of a version; before its release, the unreleased ones. */
export function notesFor(changelog: string, version: string): string {
  const lines = changelog.split('\n');
  const at = (name: string) => lines.findIndex((line) => isHeading(line, name));
  const start = at(version) >= 0 ? at(version) : at('Unreleased');
  if (start < 0) throw new Error(`CHANGELOG.md has no section for ${version}`);
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## ['));
  const notes = lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
  return `# IT Warranty Lookup ${version}\n\n${notes.trim()}\n`;
}
