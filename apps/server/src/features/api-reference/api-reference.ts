export { bodyExamples } from './body-examples.ts';
export { groupOf, groups } from './groups.ts';
