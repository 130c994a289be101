export interface Violation {
  /** Path from the repository root, with forward slashes. */
  file: string;
  line: number;
  rule: string;
  message: string;
}
