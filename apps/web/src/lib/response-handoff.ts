/** A response that one page hands to the next. In memory only: it may hold what nobody wants in an address or in storage. */
export interface ResponseHandoff {
  data: unknown;
  /** Where it came from, in a few words. */
  sourceName: string;
}

let handed: ResponseHandoff | null = null;

export function setResponseHandoff(response: ResponseHandoff): void {
  handed = response;
}

/** What lies here for the page; it stays until it is cleared, because a page may be drawn more than once. */
export function getResponseHandoff(): ResponseHandoff | null {
  return handed;
}

export function clearResponseHandoff(): void {
  handed = null;
}
