import { writeCurl } from './curl.ts';
import { writePowerShell } from './powershell.ts';
import { writePython } from './python.ts';
import type { RequestExample } from './request-example.ts';
import { writeTypeScript } from './typescript.ts';

interface ExampleLanguage {
  id: string;
  title: string;
  write(example: RequestExample): string;
}

/** The languages in which a request can be shown, the shortest first. */
export const exampleLanguages: readonly ExampleLanguage[] = [
  { id: 'sh', title: 'curl', write: writeCurl },
  { id: 'powershell', title: 'PowerShell', write: writePowerShell },
  { id: 'python', title: 'Python', write: writePython },
  { id: 'typescript', title: 'TypeScript', write: writeTypeScript },
];
