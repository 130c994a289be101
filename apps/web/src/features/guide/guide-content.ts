import type { GuideGroup, GuidePage, GuidePicture } from './guide-page.ts';

// The build replaces this file with the pages of docs/guide (apps/web/build/guide/plugin.ts).

/** In the order of the index, which is the first. */
export const pages: readonly GuidePage[] = [];
export const groups: readonly GuideGroup[] = [];
export const pictures: Readonly<Record<string, GuidePicture>> = {};
