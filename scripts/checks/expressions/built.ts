// Prints as JSON which regular expressions the modules named on the command line build while they load, and on which lines.
import { pathToFileURL } from 'node:url';

interface Built {
  file: string;
  line: number;
  source: string;
  flags: string;
}

const built: Built[] = [];

/** Records the line of the first stack frame outside this file. */
function record({ source, flags }: RegExp): void {
  const frames = new Error().stack?.split('\n').filter((frame) => frame.includes('file://')) ?? [];
  const caller = frames.find((frame) => !frame.includes(import.meta.url));
  const place = /(file:\/\/.*?):(\d+):\d+\)?$/.exec(caller ?? '');
  if (place?.[1]) built.push({ file: place[1], line: Number(place[2]), source, flags });
}

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, [pattern, flags]: [string, string?]) {
    const expression = new target(pattern, flags);
    record(expression);
    return expression;
  },
  apply(target, _, [pattern, flags]: [string, string?]) {
    const expression = target(pattern, flags);
    record(expression);
    return expression;
  },
});

const modules = process.argv.slice(2).map((path) => pathToFileURL(path).href);
for (const module of modules) await import(module);
process.stdout.write(JSON.stringify(built));
