import { fillPath, RequestError } from '@warranty/contracts/core/client';
import type { Endpoint, ReplyOf } from '@warranty/contracts/core/endpoint';
import { organizationHeaders } from '../browser/organization.ts';
import { checkConnection } from './connection.ts';

interface SendOptions {
  params?: Record<string, string>;
  /** Defaults to the first type that the endpoint accepts. */
  contentType?: string;
  /** Called during the upload. `fetch` cannot report upload progress. */
  onSent?: (bytes: number) => void;
  signal?: AbortSignal;
}

/** Converts a failed request to the API client's error, so that pages handle only one kind. */
function refusal(request: XMLHttpRequest): Error {
  if (request.status < 200) return new TypeError('The connection failed');
  const headers: Record<string, string> = {};
  const id = request.getResponseHeader('x-request-id');
  if (id) headers['x-request-id'] = id;
  const response = new Response(null, { status: request.status, statusText: request.statusText, headers });
  return new RequestError(response, request.responseText);
}

/** Sends a file as the body, to an endpoint that accepts its type. */
export function sendFile<E extends Endpoint>(
  endpoint: E,
  body: Blob,
  { params, contentType, onSent, signal }: SendOptions = {},
): Promise<ReplyOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, fillPath(endpoint.path, params));
    request.setRequestHeader('content-type', contentType ?? endpoint.upload?.[0] ?? body.type);
    for (const [name, value] of Object.entries(organizationHeaders)) request.setRequestHeader(name, value);
    if (onSent) request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onerror = () => {
      checkConnection();
      reject(refusal(request));
    };
    request.onabort = () => reject(new DOMException('Stopped', 'AbortError'));
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return reject(refusal(request));
      try {
        resolve(JSON.parse(request.responseText) as ReplyOf<E>);
      } catch (error) {
        reject(error);
      }
    };
    if (signal?.aborted) return reject(new DOMException('Stopped', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
