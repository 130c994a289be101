import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideFiles, imageFolder, linksIn, picturesIn, readGuide, readPictureSizes } from './read-guide.ts';

const root = join(import.meta.dirname, '../../../..');
const { pages, groups } = readGuide();
const slugs = pages.map(({ slug }) => slug);
const links = pages.flatMap(({ slug, blocks }) => linksIn(blocks).map((target) => ({ slug, target })));
const shown = pages.flatMap(({ blocks }) => picturesIn(blocks));

const headingsOf = (wanted: string) =>
  pages
    .filter(({ slug }) => slug === wanted)
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'heading' ? block.id : [])));

describe('the guide', () => {
  it('lists every page once in its index', () => {
    const files = guideFiles().map((file) => file.slice(0, -'.md'.length));
    expect(slugs.toSorted()).toEqual(files.toSorted());
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(groups.every(({ name, slugs }) => name !== '' && slugs.length > 0)).toBe(true);
  });

  it('has the pages that the screens name', () => {
    const navigation = readFileSync(join(root, 'apps/web/src/app/navigation.ts'), 'utf8');
    const wanted = [...navigation.matchAll(/guide: '([\w-]+)'/g)].map(([, slug]) => slug);
    expect(wanted.length).toBeGreaterThan(10);
    expect(slugs).toEqual(expect.arrayContaining(wanted));
  });

  it('has no link to a page or a heading that does not exist', () => {
    const broken = links.flatMap(({ slug, target }) => {
      if (target.kind !== 'page') return [];
      const isPage = slugs.includes(target.slug);
      const isHeading = target.hash === '' || headingsOf(target.slug).includes(target.hash);
      return isPage && isHeading ? [] : [`${slug}: ${target.slug}#${target.hash}`];
    });
    expect(broken).toEqual([]);
  });

  it('names only files of the repository that exist', () => {
    const files = links.flatMap(({ target }) => (target.kind === 'file' ? target.path : []));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('has one heading of each name on a page', () => {
    const repeated = slugs.filter((slug) => new Set(headingsOf(slug)).size !== headingsOf(slug).length);
    expect(repeated).toEqual([]);
  });

  it('shows every picture that is taken, in both themes, and no other', () => {
    const taken = Object.keys(readPictureSizes());
    expect(new Set(shown)).toEqual(new Set(taken));
    const files = taken.flatMap((name) => [`${name}-light.webp`, `${name}-dark.webp`]);
    expect(readdirSync(imageFolder).toSorted()).toEqual([...files, 'pictures.json'].toSorted());
  });

  it('has a picture on every page of a screen', () => {
    const forReaders = ['api-users', 'administrators', 'contributors'];
    const without = pages.filter(({ blocks }) => picturesIn(blocks).length === 0).map(({ slug }) => slug);
    expect(without.toSorted()).toEqual(forReaders.toSorted());
  });
});

describe('the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  it('links to the guide, and shows only pictures that exist', () => {
    expect(readme).toContain('](docs/guide/index.md)');
    const images = [...readme.matchAll(/docs\/guide\/images\/[\w-]+\.webp/g)].map(([path]) => path);
    expect(images.length).toBeGreaterThan(4);
    expect(images.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
