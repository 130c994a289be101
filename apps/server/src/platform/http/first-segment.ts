/** The first path segment as the router reads it: `/%61pi/x` is `/api/x`. */
export function firstSegment(url: string): string {
  const segment = /^\/([^/?#]*)/.exec(url)?.[1] ?? '';
  return segment.includes('%') ? decodeURIComponent(segment) : segment;
}
