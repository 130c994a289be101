import { writeCurl } from './curl.ts';
import { writePowerShell } from './powershell.ts';
import { writePython } from './python.ts';
import { writeTypeScript } from './typescript.ts';

/** The languages in which a request can be shown, the shortest first. */
export const exampleLanguages = [
  { id: 'sh', title: 'curl', write: writeCurl },
  { id: 'powershell', title: 'PowerShell', write: writePowerShell },
  { id: 'python', title: 'Python', write: writePython },
  { id: 'typescript', title: 'TypeScript', write: writeTypeScript },
];
