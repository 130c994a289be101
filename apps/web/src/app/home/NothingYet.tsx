export function NothingYet() {
  return (
    <p className="text-ink-2">
      Nothing here yet. Enter a service tag above, and your lookups, runs and a chart of when coverage ends
      appear here.
    </p>
  );
}
