import { useTheme } from '../../lib/theme.ts';
import { pictures } from './guide-content.ts';

/** A picture of the product in the theme of the page. A click shows it in its full size. */
export function Picture({ name, alt }: { name: string; alt: string }) {
  const { dark } = useTheme();
  const picture = pictures[name];
  if (!picture) return <p className="text-ink-3">{alt}</p>;
  const { width, height } = picture;
  const address = dark ? picture.dark : picture.light;
  return (
    <a href={address} target="_blank" rel="noreferrer" className="block rounded-card">
      <img
        src={address}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-card border border-line bg-sunken"
      />
    </a>
  );
}
