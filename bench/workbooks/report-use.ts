export interface Use {
  rows: number;
  seconds: number;
  cpuSeconds: number;
  megabytes: number;
}

/** Prints what this process has used, as its last line. */
export function reportUse(rows: number): void {
  const { user, system } = process.cpuUsage();
  const use: Use = {
    rows,
    seconds: performance.now() / 1000,
    cpuSeconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
  console.log(JSON.stringify(use));
}
