import type { ReactNode } from 'react';

interface SpecimenProps {
  title: string;
  children: ReactNode;
}

/** A section of the page: one heading and its specimens. */
export function SpecimenGroup({ title, children }: SpecimenProps) {
  return (
    <section className="border-line border-t pt-6">
      <h2 className="font-semibold text-xl">{title}</h2>
      <div className="mt-4 grid gap-x-8 gap-y-6 lg:grid-cols-2">{children}</div>
    </section>
  );
}

/** One control in one or more states. */
export function Specimen({ title, children }: SpecimenProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-3 text-ink-3 text-sm">{title}</h3>
      {children}
    </div>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}
