// What every page needs, but not for its first paint: one chunk, so one request.
export { PageBars } from './PageBars.tsx';
export { RunningWork } from './RunningWork.tsx';
