import { parseArgs } from 'node:util';
import { buildRelease } from './release/build-release.ts';
import { setVersion } from './release/set-version.ts';

// Makes a release, in two steps with a commit and a tag in between.
const usage = `usage: npm run release -- version VERSION
       npm run release -- build [--out FOLDER] [--key FILE]

  version   set the version in every manifest, and date the unreleased changes in CHANGELOG.md
  build     build the checked-out commit: the program with its pages and agents, notes, SBOM and checksums.
            The same commit gives the same bytes. Needs Go and, with --key, minisign
  --out     where the files go; default: dist/release
  --key     a secret key of minisign to sign the checksums with
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'dist/release' }, key: { type: 'string' } },
});
const [command, version] = positionals;
if (command === 'version' && version) setVersion(version, new Date().toISOString().slice(0, 10));
else if (command === 'build')
  buildRelease({ folder: values.out, ...(values.key ? { key: values.key } : {}) });
else {
  process.stderr.write(usage);
  process.exitCode = 2;
}
