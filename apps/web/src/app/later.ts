// What every page needs, but not for its first paint: one chunk, so one request.
export { ConnectionBar } from './connection/ConnectionBar.tsx';
export { SessionBar } from './organization/SessionBar.tsx';
export { RunningWork } from './RunningWork.tsx';
