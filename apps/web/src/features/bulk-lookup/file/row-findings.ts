import type { DamageKind } from '@warranty/domain/csv/damage';
import type { IssueRows, RowIssue, RowReview } from '@warranty/domain/csv/row-review';
import { formatCount } from '../../../lib/format/format-number.ts';

export interface Finding {
  /** `fine`: no action needed. `repaired`: fixed automatically. `look`: the user should check it. */
  kind: 'fine' | 'repaired' | 'look';
  title: string;
  text: string;
  /** The rows it is about, if they can be listed. */
  listed?: IssueRows;
}

export const fine = (title: string, text: string): Finding => ({ kind: 'fine', title, text });

/** Puts a number in front of what is in braces: `{row} skipped`, or with both forms, `{row repeats|rows repeat}`. */
export function withCount(text: string, count: number): string {
  return text.replace(/\{(.+?)(?:\|(.+?))?\}/, (_, one: string, many?: string) =>
    formatCount(count, one, many),
  );
}

type OtherIssue = Exclude<RowIssue, DamageKind>;

/** In the order in which they are shown. */
const issues: Record<OtherIssue, [kind: Finding['kind'], title: string, text: string]> = {
  'no-identifier': ['look', 'Missing identifiers', '{row} without a service tag or serial number. Skipped'],
  placeholder: [
    'look',
    'Placeholders',
    '{identifier} such as "None" or "To be filled". Skipped, because no device has them',
  ],
  'not-a-serial': [
    'look',
    'Other text',
    '{row} with text that is not a serial number, such as "see label". Skipped',
  ],
  'model-name': [
    'look',
    'Model names',
    '{row} with a model name. Skipped, because vendors need a service tag or serial number',
  ],
  'no-manufacturer': [
    'look',
    'Unknown manufacturers',
    '{row} whose manufacturer cannot be detected. Skipped',
  ],
  conflict: [
    'look',
    'Conflicts',
    '{row} whose model or serial number suggests another manufacturer. The one in the file is used',
  ],
  normalized: [
    'repaired',
    'Spelling',
    "{identifier} with spaces, lower-case letters or other notation. Looked up in the vendor's spelling",
  ],
  duplicate: [
    'fine',
    'Duplicates',
    '{row repeats|rows repeat} a device of an earlier row. Each device is looked up once, and its result is written to every row',
  ],
};

/** Findings about single rows other than damage by a spreadsheet. */
export function rowFindings(review: RowReview): Finding[] {
  const found = Object.entries(issues).flatMap(([issue, [kind, title, text]]): Finding[] => {
    const listed = review[issue as OtherIssue];
    return listed ? [{ kind, title, text: withCount(text, listed.count), listed }] : [];
  });
  if (review.duplicate) return found;
  return [...found, fine('Duplicates', 'None. No device is in the file twice')];
}
