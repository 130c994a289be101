import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import {
  guideFiles,
  guideFolder,
  imageFile,
  imageFolder,
  picturesIn,
  readGuide,
  readPictureSizes,
} from './read-guide.ts';

/** Replaced with the pages. */
const content = '/src/features/guide/guide-content.ts';

/** Puts docs/guide into the app: pages as data, and the addresses of their pictures. */
export function guide(): Plugin {
  return {
    name: 'guide',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(content)) return;
      for (const file of guideFiles()) this.addWatchFile(join(guideFolder, file));
      this.addWatchFile(join(imageFolder, 'pictures.json'));
      const { pages, groups } = readGuide();
      const names = [...new Set(pages.flatMap(({ blocks }) => picturesIn(blocks)))];
      const { imports, entries } = importPictures(names, (name) =>
        // Not an error: the product must run before a new picture can be taken.
        this.warn(`docs/guide: no picture "${name}" yet; run npm run screenshots`),
      );
      return [
        ...imports,
        `export const pages = ${JSON.stringify(pages)};`,
        `export const groups = ${JSON.stringify(groups)};`,
        `export const pictures = {${entries.join(',')}};`,
      ].join('\n');
    },
  };
}

const themes = ['light', 'dark'] as const;

function importPictures(names: readonly string[], onMissing: (name: string) => void) {
  const sizes = readPictureSizes();
  const imports: string[] = [];
  const entries: string[] = [];
  for (const [index, name] of names.entries()) {
    const size = sizes[name];
    const files = themes.map((theme) => imageFile(name, theme));
    if (!size || !files.every((file) => existsSync(file))) {
      onMissing(name);
      continue;
    }
    for (const [at, file] of files.entries())
      imports.push(`import ${themes[at]}${index} from ${JSON.stringify(`${normalizePath(file)}?url`)};`);
    entries.push(
      `${JSON.stringify(name)}:{light:light${index},dark:dark${index},...${JSON.stringify(size)}}`,
    );
  }
  return { imports, entries };
}
