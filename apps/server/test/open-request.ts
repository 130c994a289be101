import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { OpenRequest } from '../src/platform/http/open-requests.ts';

/** A request in progress without a connection; `end` is what happens when its client disconnects. */
export function createOpenRequest(key = '127.0.0.1'): OpenRequest {
  const socket = new Socket();
  return new OpenRequest({ ip: key, key }, new ServerResponse(new IncomingMessage(socket)), socket);
}
