import { config } from 'zod/mini';

// zod's first parse would try `new Function`, which the page's content security policy reports as a violation. Import this
// before any schema, on the page and in every Web Worker.
config({ jitless: true });
