export interface Size {
  width: number;
  height: number;
}

/** The largest size with the same aspect ratio that fits into a square of this side. Never enlarges. */
export function fitWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
