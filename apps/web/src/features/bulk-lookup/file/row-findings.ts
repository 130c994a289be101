import type { DamageKind } from '@warranty/domain/csv/damage';
import type { IssueRows, RowIssue, RowReview } from '@warranty/domain/csv/row-review';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';

export interface Finding {
  /** `fine`: no action needed. `repaired`: fixed automatically. `look`: the user should check it. */
  kind: 'fine' | 'repaired' | 'look';
  title: string;
  text: string;
  /** The rows it is about, if they can be listed. */
  listed?: IssueRows;
}

type OtherIssue = Exclude<RowIssue, DamageKind>;

interface IssueLabel {
  kind: Finding['kind'];
  title: string;
  say: (count: number) => string;
}

/** In the order in which they are shown. */
const issueLabels: Record<OtherIssue, IssueLabel> = {
  'no-identifier': {
    kind: 'look',
    title: 'Missing identifiers',
    say: (count) => `${formatCount(count, 'row')} without a service tag or serial number. Skipped`,
  },
  placeholder: {
    kind: 'look',
    title: 'Placeholders',
    say: (count) =>
      `${formatCount(count, 'identifier')} such as "None" or "To be filled". Skipped, because no device has them`,
  },
  'not-a-serial': {
    kind: 'look',
    title: 'Other text',
    say: (count) =>
      `${formatCount(count, 'row')} with text that is not a serial number, such as "see label". Skipped`,
  },
  'model-name': {
    kind: 'look',
    title: 'Model names',
    say: (count) =>
      `${formatCount(count, 'row')} with a model name. Skipped, because vendors need a service tag or serial number`,
  },
  'no-manufacturer': {
    kind: 'look',
    title: 'Unknown manufacturers',
    say: (count) => `${formatCount(count, 'row')} whose manufacturer cannot be detected. Skipped`,
  },
  conflict: {
    kind: 'look',
    title: 'Conflicts',
    say: (count) =>
      `${formatCount(count, 'row')} whose model or serial number suggests another manufacturer. The one in the file is used`,
  },
  normalized: {
    kind: 'repaired',
    title: 'Spelling',
    say: (count) =>
      `${formatCount(count, 'identifier')} with spaces, lower-case letters or other notation. Looked up in the vendor's spelling`,
  },
  duplicate: {
    kind: 'fine',
    title: 'Duplicates',
    say: (count) =>
      `${count === 1 ? '1 row repeats' : `${formatNumber(count)} rows repeat`} a device of an earlier row. Each device is looked up once, and its result is written to every row`,
  },
};

/** Findings about single rows other than damage by a spreadsheet. */
export function rowFindings(review: RowReview): Finding[] {
  const found = (Object.keys(issueLabels) as OtherIssue[]).flatMap((issue): Finding[] => {
    const listed = review[issue];
    if (!listed) return [];
    const { kind, title, say } = issueLabels[issue];
    return [{ kind, title, text: say(listed.count), listed }];
  });
  if (review.duplicate) return found;
  return [...found, { kind: 'fine', title: 'Duplicates', text: 'None. No device is in the file twice' }];
}
