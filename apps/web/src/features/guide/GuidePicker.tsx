import { useNavigate } from '@tanstack/react-router';
import { guideAddress } from '../../lib/guide-slugs.ts';
import { Field } from '../../ui/Field.tsx';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import type { GuideListProps } from './GuideNav.tsx';

/** The pages as a dropdown, where there is no room next to the content. */
export function GuidePicker({ groups, pages, current }: GuideListProps) {
  const navigate = useNavigate();
  const groupOf = (slug: string) => groups.find(({ slugs }) => slugs.includes(slug))?.name ?? '';
  return (
    <Field label="Page" hideLabel>
      <SearchSelect
        options={pages.map(({ slug, title }) => ({
          value: slug,
          text: `${title} ${groupOf(slug)}`,
          content: slug === 'index' ? 'Overview' : title,
        }))}
        value={current}
        onValueChange={(slug) => navigate({ to: guideAddress(slug) })}
        placeholder="Select a page"
        searchLabel="Search pages"
        nothing="No page matches."
      />
    </Field>
  );
}
