/** The web project knows no Node types; tokens.test reads one file and needs one signature. */
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string;
}
