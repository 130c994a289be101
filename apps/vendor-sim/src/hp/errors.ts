// HP's errors contain a `fault` object or only a `message`. The contents of `fault` are unknown and made up here.
import { type Answer, json } from '../http.ts';

export function fault(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return json(status, { fault: { code: status, description: text } }, headers);
}
