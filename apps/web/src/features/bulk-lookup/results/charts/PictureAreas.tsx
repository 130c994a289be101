interface Area {
  /** Shown on hover. */
  title: string;
  /** Start and width, in percent. */
  from: number;
  width: number;
  /** Missing where there is nothing to open. */
  onOpen?: (() => void) | undefined;
}

/** Parts of a picture that can be clicked. For the keyboard and screen readers, the same is next to the picture. */
export function PictureAreas({ areas }: { areas: readonly Area[] }) {
  return (
    <div aria-hidden className="absolute inset-0 print:hidden">
      {areas.map(({ title, from, width, onOpen }) => (
        <button
          key={title}
          type="button"
          tabIndex={-1}
          title={title}
          disabled={!onOpen}
          onClick={onOpen}
          style={{ left: `${from}%`, width: `${width}%` }}
          className="absolute inset-y-0 rounded-sm enabled:cursor-pointer enabled:hover:bg-ink/10"
        />
      ))}
    </div>
  );
}
