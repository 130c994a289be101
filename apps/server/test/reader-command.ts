// Prints, as JSON, the sandbox in which this system lets image readers run, and the command that starts one there, with the program
// in the first argument in its place.
import { readerCommand } from '../src/features/image-lookup/reader-process.ts';
import { createReaderSandbox } from '../src/features/image-lookup/reader-sandbox.ts';
import { silent } from './fixtures.ts';

const sandbox = await createReaderSandbox('auto', silent).find();
process.stdout.write(`${JSON.stringify({ sandbox, ...readerCommand(sandbox, process.argv[2]) })}\n`);
