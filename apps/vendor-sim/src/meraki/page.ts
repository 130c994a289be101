// Paginated lists: the Link header contains the full URL of the next page.
import { type Answer, type Call, json } from '../http.ts';
import { errors } from './errors.ts';

const MIN_ROWS = 3;
const DEFAULT_ROWS = 1000;

interface Entry {
  /** The sort key of the list, and the value of startingAfter. */
  key: string;
  row: object;
}

export function pageAnswer(call: Call, entries: Entry[], maxRows: number): Answer {
  const text = call.query.get('perPage') ?? String(DEFAULT_ROWS);
  const size = /^\d+$/.test(text) ? Number(text) : 0;
  if (size < MIN_ROWS || size > maxRows) {
    return errors(400, `perPage must be a number from ${MIN_ROWS} to ${maxRows}`);
  }
  const after = call.query.get('startingAfter') ?? '';
  const left = entries.filter(({ key }) => key > after).sort((a, b) => (a.key < b.key ? -1 : 1));
  const page = left.slice(0, size);
  const rows = page.map(({ row }) => row);
  const next = left.length > size ? page.at(-1)?.key : undefined;
  return json(200, rows, { link: links(call, size, next) });
}

function links(call: Call, size: number, next: string | undefined): string {
  const link = (relation: string, after: string | undefined) => {
    const query = new URLSearchParams(call.query);
    query.set('perPage', String(size));
    query.delete('startingAfter');
    if (after !== undefined) query.set('startingAfter', after);
    return `<http://${call.headers.host}${call.path}?${query}>; rel=${relation}`;
  };
  return [link('first', undefined), ...(next === undefined ? [] : [link('next', next)])].join(', ');
}
