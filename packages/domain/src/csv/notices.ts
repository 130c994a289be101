import { formatNumber } from './csv-error.ts';

type WidthNoticeKind = 'too-few-fields' | 'too-many-fields';
type LineNoticeKind = keyof typeof sentences;
type NoticeKind = LineNoticeKind | WidthNoticeKind;

/** A message about a row for the user. It does not stop the file from being read. */
export interface Notice {
  kind: NoticeKind;
  line: number;
  message: string;
}

export interface FileNotices {
  /** Only the first ones. */
  notices: readonly Notice[];
  counts: Readonly<Record<NoticeKind, number>>;
}

export type Notices = ReturnType<typeof createNotices>;

const maxListed = 100;

const sentences = {
  'stray-quote': 'has an unescaped quote inside a quoted field. It was kept.',
  'unclosed-quote': 'opens a quote that is not closed. It and everything below were skipped.',
  nul: 'has a NUL character, which was removed.',
  unreadable: "has a character that is not valid in the file's encoding.",
  'no-result': 'has a formula without a stored result. The cell was read as blank.',
} as const;

const fields = (count: number) => (count === 1 ? '1 field' : `${formatNumber(count)} fields`);

export function createNotices() {
  const notices: Notice[] = [];
  const counts = {
    ...{ 'too-few-fields': 0, 'too-many-fields': 0, 'stray-quote': 0, 'unclosed-quote': 0 },
    ...{ nul: 0, unreadable: 0, 'no-result': 0 },
  };

  function keep(kind: NoticeKind, line: number, sentence: string): void {
    counts[kind] += 1;
    if (notices.length >= maxListed) return;
    const message = `${kind === 'unclosed-quote' ? 'Line' : 'Row'} ${line} ${sentence}`;
    notices.push({ kind, line, message });
  }

  return {
    add: (kind: LineNoticeKind, line: number) => keep(kind, line, sentences[kind]),
    addWidth(kind: WidthNoticeKind, line: number, found: number, expected: number) {
      const verb = expected === 1 ? 'is' : 'are';
      keep(kind, line, `has ${fields(found)} where ${formatNumber(expected)} ${verb} expected.`);
    },
    summary: (): FileNotices => ({ notices: [...notices], counts: { ...counts } }),
  };
}
