import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settings } from './settings.ts';
import { settingsHelp, settingsMarkdown } from './settings-docs.ts';

describe.each(settings)('the setting %s', (name, setting) => {
  it('has a valid default, or states what applies if it is not set', () => {
    if (setting.default === undefined) expect(setting.unset).toBeTruthy();
    else expect(setting.schema.safeParse(setting.default).success).toBe(true);
  });

  it('is described by sentences', () => {
    expect(setting.description).toMatch(/^[A-Z`].*\.$/);
    expect(settingsHelp()).toContain(`  ${name}\n`);
  });
});

it('docs/configuration.md is current; npm run docs writes it', () => {
  const written = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
  expect(written).toBe(settingsMarkdown());
});
