import { config } from 'zod/mini';

// zod's first parse would try `new Function`, which the page's security policy reports as a violation.
// Imported before any schema, here and in every Web Worker.
config({ jitless: true });
