// All rules that check one file at a time. The rule about all stores is in tables.ts; Biome finds files that import each other.
import { isTest } from './files.ts';
import type { ImportRule, UseRule } from './rule.ts';
import { SERVER_IMPORT_RULES, SERVER_USE_RULES } from './rules.server.ts';
import { WEB_RULES } from './rules.web.ts';
import { ZONES, zoneAllows, zoneOf } from './zones.ts';

const ZONE_RULES: ImportRule[] = ZONES.map((zone) => ({
  name: zone.rule,
  message: zone.message,
  breaks: ({ from, target }) => zoneOf(from) === zone && !zoneAllows(zone, from, target),
}));

const GENERAL_RULES: ImportRule[] = [
  {
    name: 'unresolved-import',
    message: 'the check cannot resolve this import; use a relative path, @warranty/<name> or an npm package.',
    breaks: ({ target }) => target.kind === 'unknown',
  },
  {
    name: 'no-test-imports',
    message: 'only tests import tests and the test folders of apps; move the shared code out of the test.',
    exceptTests: true,
    breaks: ({ path }) => isTest(path),
  },
];

export const IMPORT_RULES: ImportRule[] = [
  ...ZONE_RULES,
  ...GENERAL_RULES,
  ...SERVER_IMPORT_RULES,
  ...WEB_RULES,
];
export const USE_RULES: UseRule[] = SERVER_USE_RULES;
