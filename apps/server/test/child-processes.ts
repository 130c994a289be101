export { findChildProcesses } from '../../../harness/child-processes.ts';
