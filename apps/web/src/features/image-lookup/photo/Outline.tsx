import type { Point } from '@warranty/domain/label/barcodes';

const percent = ({ x, y }: Point) => `${x * 100},${y * 100}`;

/** An outline on the photo below it; light over dark, so that it is visible on every photo. */
export function Outline({ place }: { place: readonly Point[] }) {
  const points = place.map(percent).join(' ');
  const shared = {
    points,
    fill: 'none',
    strokeLinejoin: 'round',
    vectorEffect: 'non-scaling-stroke',
  } as const;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <polygon {...shared} strokeWidth={5} className="stroke-[black]/60" />
      <polygon {...shared} strokeWidth={2.5} className="stroke-[#5ee6a0]" />
    </svg>
  );
}
