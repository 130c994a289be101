/** One word with a digit, such as a service tag: words of our pages have none. */
export function isLikeTag(text: string): boolean {
  return /^\S*\d\S*$/.test(text.trim());
}
