import type { IssueRows } from '@warranty/domain/csv/row-review';

export interface Finding {
  /** `fine`: no action needed. `repaired`: fixed automatically. `look`: the user should check it. */
  kind: 'fine' | 'repaired' | 'look';
  title: string;
  text: string;
  /** The rows it is about, if they can be listed. */
  listed?: IssueRows;
}
