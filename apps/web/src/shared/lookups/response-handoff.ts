/**
 * A response that one page passes to the next. In memory only: it may contain data that must not be in a URL or in storage.
 */
export interface ResponseHandoff {
  data: unknown;
  /** A short description of its origin. */
  sourceName: string;
}

let handed: ResponseHandoff | null = null;

export function setResponseHandoff(response: ResponseHandoff): void {
  handed = response;
}

/** The pending response. It stays until it is cleared, because a page may render more than once. */
export function getResponseHandoff(): ResponseHandoff | null {
  return handed;
}

export function clearResponseHandoff(): void {
  handed = null;
}
