export { avoidMidnight } from '../../../harness/midnight.ts';
