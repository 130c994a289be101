import { Link2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTheme } from '../../lib/browser/theme.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/use-data-table.ts';
import { Code, CodeBlock } from '../../ui/text/Code.tsx';
import { pictures } from './guide-content.ts';
import type { Block, Inline, LinkTarget } from './guide-page.ts';
import { PageLink } from './PageLink.tsx';

/** The content of a page. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return withPositions(blocks, (block) => <BlockView block={block} />);
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <Heading {...block} />;
    case 'paragraph':
      return (
        <p className="max-w-180 text-ink-2 text-lg">
          <Inlines>{block.children}</Inlines>
        </p>
      );
    case 'list':
      return <List {...block} />;
    case 'table':
      return <GuideTable {...block} />;
    case 'code':
      return <CodeBlock label="example">{block.text}</CodeBlock>;
    case 'picture':
      return <Picture name={block.name} alt={block.alt} />;
  }
}

/** Parts of a page never change, so their positions identify them. */
function withPositions<T>(parts: readonly T[], render: (part: T) => ReactNode): ReactNode {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a page never change
    <Fragment key={index}>{render(part)}</Fragment>
  ));
}

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

/** A heading with a link to itself, which appears when the pointer or the focus is there. */
function Heading({ level, id, text }: Of<'heading'>) {
  const Tag = level === 2 ? 'h2' : 'h3';
  return (
    <div className="group flex items-center gap-1.5 pt-4">
      <Tag
        id={id}
        tabIndex={-1}
        className={`scroll-mt-20 rounded-sm font-semibold @4xl:scroll-mt-6 ${level === 2 ? 'text-xl' : 'text-lg'}`}
      >
        {text}
      </Tag>
      <a
        href={`#${id}`}
        aria-label={`Link to “${text}”`}
        className="rounded-sm p-1 text-ink-3 opacity-0 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 print:hidden"
      >
        <Link2 aria-hidden size={16} />
      </a>
    </div>
  );
}

function List({ ordered, items }: Of<'list'>) {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag className={`max-w-180 space-y-2 pl-6 text-ink-2 text-lg ${ordered ? 'list-decimal' : 'list-disc'}`}>
      {withPositions(items, (item) => (
        <li className="space-y-2 pl-1 marker:text-ink-3">
          <Blocks blocks={item} />
        </li>
      ))}
    </Tag>
  );
}

function GuideTable({ head, rows }: Of<'table'>) {
  const caption = head.flat().filter((part) => typeof part === 'string');
  return (
    <DataTable
      caption={caption.join(', ')}
      columns={head.map((cell, place) => columnOf(cell, place))}
      rows={rows}
    />
  );
}

type Cell = Of<'table'>['head'][number];

const columnOf = (head: Cell, place: number): Column<Cell[]> => ({
  id: `${place}`,
  header: () => <Inlines>{head}</Inlines>,
  cell: ({ row }) => <Inlines>{row.original[place] ?? []}</Inlines>,
  meta: { header: place === 0, wrap: true, className: 'py-2 align-top' },
});

/** A picture of the product in the theme of the page. A click shows it in its full size. */
function Picture({ name, alt }: { name: string; alt: string }) {
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

/** Text with code, emphasis and links. */
function Inlines({ children }: { children: readonly Inline[] }) {
  return withPositions(children, toElement);
}

function toElement(part: Inline) {
  if (typeof part === 'string') return part;
  if (part.kind === 'code') return <Code>{part.text}</Code>;
  if (part.kind === 'strong')
    return (
      <strong className="font-semibold text-ink">
        <Inlines>{part.children}</Inlines>
      </strong>
    );
  return <TargetLink target={part.target}>{part.children}</TargetLink>;
}

const linkStyle = 'text-accent-strong underline underline-offset-4 wrap-anywhere';

function TargetLink({ target, children }: { target: LinkTarget; children: readonly Inline[] }) {
  const text = <Inlines>{children}</Inlines>;
  if (target.kind === 'page')
    return (
      <PageLink slug={target.slug} hash={target.hash} className={linkStyle}>
        {text}
      </PageLink>
    );
  if (target.kind === 'web')
    return (
      <a href={target.href} rel="noreferrer" target="_blank" className={linkStyle}>
        {text}
      </a>
    );
  // The product does not serve the repository: say which file it is.
  const file = <Code>{target.path}</Code>;
  const isNamed = children.length === 1 && children[0] === target.path;
  return isNamed ? (
    file
  ) : (
    <>
      {text} ({file})
    </>
  );
}
