// The pages of docs/guide as the build hands them over: data, not HTML, so that nothing in them can become markup by accident.

export type LinkTarget =
  | { kind: 'page'; slug: string; hash: string }
  /** A file of the repository that the product does not serve. */
  | { kind: 'file'; path: string }
  | { kind: 'web'; href: string };

export type Inline =
  | string
  | { kind: 'code'; text: string }
  | { kind: 'strong'; children: Inline[] }
  | { kind: 'link'; target: LinkTarget; children: Inline[] };

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; name: string; alt: string };

export interface GuidePage {
  slug: string;
  title: string;
  blocks: Block[];
}

/** One list of the index, with the heading above it. */
export interface GuideGroup {
  name: string;
  slugs: string[];
}

export interface GuidePicture {
  light: string;
  dark: string;
  width: number;
  height: number;
}
