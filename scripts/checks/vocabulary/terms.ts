/** A retired term and what to use instead. */
export interface Term {
  rule: string;
  pattern: RegExp;
  instead: string;
}

const americanSpelling = 'American spelling: behavior, color, neighbor, license, catalog, normalize';

/** In comments, documentation, messages and test titles. */
export const proseTerms: Term[] = [
  {
    rule: 'vague-person',
    pattern: /\b(?:nobody|somebody|anybody|everybody|whoever)\b/i,
    instead: 'name the actor: the caller, the client, another process',
  },
  { rule: 'archaic', pattern: /\banew\b/i, instead: '"again", or "recreate"' },
  { rule: 'archaic', pattern: /\bin vain\b/i, instead: '"without success", or "timed out"' },
  { rule: 'archaic', pattern: /\bunder way\b/i, instead: '"in progress" or "running"' },
  { rule: 'archaic', pattern: /\bbeside\b/i, instead: '"next to" or "along with"' },
  { rule: 'archaic', pattern: /\bonce more\b/i, instead: '"again"' },
  { rule: 'metaphor', pattern: /\bfront doors?\b/i, instead: '"entry point"' },
  { rule: 'manufacturer', pattern: /\bmakers?\b/i, instead: '"manufacturer"' },
  {
    rule: 'cached',
    pattern: /\bkept (?:answers?|lookups?|results?|records?)\b/i,
    instead: '"cached", or "stored"',
  },
  {
    rule: 'american-spelling',
    pattern:
      /\b(?:behaviours?|colou?rs?(?<=ours?)|neighbour(?:s|ing)?|licences?|catalogues?|honour(?:s|ed)?|(?:normal|recogn|organ|summar|initial)is(?:e|es|ed|ing|ations?))\b/i,
    instead: americanSpelling,
  },
];

/** In the names of variables, functions, types and members. */
export const nameTerms: Term[] = [
  {
    rule: 'upper-bound',
    pattern: /^(?:most|longest)[A-Z]/,
    instead: 'max*: maxRows, maxNameLength, maxWaitMs',
  },
  { rule: 'lower-bound', pattern: /^(?:least|fewest)[A-Z]/, instead: 'min*: minFreeBytes' },
  { rule: 'default', pattern: /^usual[A-Z]/, instead: 'default* for a setting, average* for a statistic' },
  { rule: 'assertion', pattern: /^demand(?:[A-Z]|$)/, instead: 'assert*, require*, or expect* in tests' },
  {
    rule: 'cached',
    pattern: /^(?:kept|Kept|remembered|Remembered)[A-Z]/,
    instead: 'cached*, stored* or saved*',
  },
  { rule: 'skeleton', pattern: /[a-z]Coming$/, instead: '*Skeleton' },
  { rule: 'manufacturer', pattern: /^makers?(?:$|[A-Z])|[a-z]Makers?(?:$|[A-Z])/, instead: 'manufacturer' },
  {
    rule: 'american-spelling',
    pattern: /colour|behaviour|neighbour|licence|catalogue|normalis|recognis|organis|summaris/i,
    instead: americanSpelling,
  },
];

/** In the names of classes that extend an error. */
export const errorClassTerms: Term[] = [
  { rule: 'error-class', pattern: /^.*(?<!Error)$/, instead: 'a name that ends in Error' },
];
