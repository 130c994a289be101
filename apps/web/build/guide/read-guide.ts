import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  Block,
  GuideGroup,
  GuidePage,
  Inline,
  LinkTarget,
} from '../../src/features/guide/guide-page.ts';
import { compilePage } from './markdown.ts';

export const guideFolder = fileURLToPath(new URL('../../../../docs/guide', import.meta.url));
export const imageFolder = join(guideFolder, 'images');

export const guideFiles = (): string[] => readdirSync(guideFolder).filter((name) => name.endsWith('.md'));

/** The pages in the order of the index, which is the first, and its lists. */
export function readGuide() {
  const pages = new Map(
    guideFiles().map((file) => {
      const slug = file.slice(0, -'.md'.length);
      return [slug, compilePage(slug, readFileSync(join(guideFolder, file), 'utf8'))] as const;
    }),
  );
  const index = pages.get('index');
  if (!index) throw new Error('docs/guide/index.md is missing');
  const groups = readGroups(index);
  const listed = ['index', ...groups.flatMap(({ slugs }) => slugs)];
  return { groups, pages: listed.flatMap((slug) => pages.get(slug) ?? []) };
}

/** Every bulleted list of the index is a group of the navigation, named by the heading above it. */
function readGroups({ blocks }: GuidePage): GuideGroup[] {
  const groups: GuideGroup[] = [];
  let name = '';
  for (const block of blocks) {
    if (block.kind === 'heading') name = block.text;
    if (block.kind !== 'list' || block.ordered) continue;
    const slugs = linksIn(block.items.flat()).flatMap((target) =>
      target.kind === 'page' ? target.slug : [],
    );
    groups.push({ name, slugs });
  }
  return groups;
}

export function linksIn(blocks: readonly Block[]): LinkTarget[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return linksOf(block.children);
    if (block.kind === 'list') return linksIn(block.items.flat());
    if (block.kind === 'table') return [block.head, ...block.rows].flat().flatMap(linksOf);
    return [];
  });
}

function linksOf(inlines: readonly Inline[]): LinkTarget[] {
  return inlines.flatMap((inline) => {
    if (typeof inline === 'string' || inline.kind === 'code') return [];
    return [...(inline.kind === 'link' ? [inline.target] : []), ...linksOf(inline.children)];
  });
}

export function picturesIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return picturesIn(block.items.flat());
    return block.kind === 'picture' ? [block.name] : [];
  });
}

/** Written by `npm run screenshots`, with the size of every picture. */
export function readPictureSizes(): Record<string, { width: number; height: number }> {
  const list = join(imageFolder, 'pictures.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
}

export const imageFile = (name: string, theme: 'light' | 'dark'): string =>
  join(imageFolder, `${name}-${theme}.webp`);
