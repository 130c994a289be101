import { describe, expect, it } from 'vitest';
import { isPageOf, outdatedCaches } from './build.ts';

describe('outdatedCaches', () => {
  it('leaves this build and the one before, whose tabs may still be open', () => {
    expect(outdatedCaches(['build-1', 'build-2', 'build-3', 'build-4'], '4')).toEqual(['build-1', 'build-2']);
  });

  it('leaves this build if it is not the newest, as after a rollback', () => {
    expect(outdatedCaches(['build-1', 'build-2', 'build-3'], '1')).toEqual(['build-2']);
  });

  it('leaves what is not ours', () => {
    expect(outdatedCaches(['other', 'build-1', 'build-2'], '2')).toEqual([]);
  });
});

describe('isPageOf', () => {
  const build = { version: '1', first: ['/assets/index-a.js', '/assets/index-b.css'], rest: [] };

  it('recognizes the page of a build by the files that it names', () => {
    const html = '<link href="/assets/index-b.css"><script src="/assets/index-a.js">';
    expect(isPageOf(build, html)).toBe(true);
    expect(isPageOf(build, html.replace('index-a', 'index-c'))).toBe(false);
  });
});
