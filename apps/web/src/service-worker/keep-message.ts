/** Sent by a page: the files that it has loaded, or all that there are. */
export interface KeepMessage {
  keep: string[] | 'all';
}
