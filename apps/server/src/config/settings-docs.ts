import type { Setting } from './setting.ts';
import { settingGroups } from './settings.ts';

const introduction = `# Configuration

<!-- Generated from apps/server/src/config/settings.ts by \`npm run docs\`. -->

All settings are environment variables, and all are optional. Invalid values are reported together at startup. Every variable
can also be read from a file, which is useful for secrets: \`DATABASE_URL_FILE=/run/secrets/database-url\`.
\`node apps/server/src/main.ts help\` prints this list.
`;

const socialLinks = {
  name: 'SOCIAL_<NAME>',
  unset: 'none',
  description: 'Links in the footer, such as `SOCIAL_GITHUB`. Unset links are hidden.',
};

type Row = Pick<Setting, 'default' | 'unset' | 'description'> & { name: string };

const groups = Object.entries(settingGroups).map(([group, settings]) => {
  const rows = Object.entries<Setting>(settings).map(([name, setting]): Row => ({ name, ...setting }));
  return { group, rows: group === 'Agents and links' ? [...rows, socialLinks] : rows };
});

const defaultOf = (row: Row) => (row.default === undefined ? (row.unset ?? '') : `\`${row.default}\``);

/** The content of docs/configuration.md. */
export function settingsMarkdown(): string {
  const sections = groups.map(({ group, rows }) => {
    const lines = rows.map((row) => `| \`${row.name}\` | ${defaultOf(row)} | ${row.description} |`);
    return `\n## ${group}\n\n| Variable | Default | Description |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
  return introduction + sections.join('');
}

/** The same list for a terminal. */
export function settingsHelp(): string {
  const plain = (text: string) => text.replaceAll('`', '');
  const sections = groups.map(({ group, rows }) => {
    const lines = rows.map(
      (row) => `  ${row.name}\n      ${plain(row.description)} Default: ${plain(defaultOf(row))}`,
    );
    return `${group}:\n${lines.join('\n')}`;
  });
  return `Settings (environment variables, or files named by NAME_FILE):\n\n${sections.join('\n\n')}\n`;
}
