import { type Answer, json } from '../http.ts';

export function errors(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return json(status, { errors: [text] }, headers);
}
