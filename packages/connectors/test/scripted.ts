import { type Send, SendError, type VendorReply, type VendorRequest } from '../src/send.ts';

/** A reply of a vendor, or why there is none. A body that is not a text is sent as JSON. */
export type Reply = (Partial<Omit<VendorReply, 'text'>> & { body?: unknown }) | SendError;

export function toReply(reply: Reply | undefined): VendorReply {
  if (reply === undefined) throw new Error('nothing scripted');
  if (reply instanceof SendError) throw reply;
  const { status = 200, headers = {}, body = '' } = reply;
  return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** Sends the replies in the given order, then repeats the last one. */
export function inOrder(replies: readonly Reply[]) {
  const requests: VendorRequest[] = [];
  const send: Send = async (request) => {
    requests.push(request);
    return toReply(replies[Math.min(requests.length, replies.length) - 1]);
  };
  return { requests, send };
}
