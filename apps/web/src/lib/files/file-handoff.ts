/** A file that one page passes to the next, which opens it at once. In memory only: the browser cannot put it in a URL. */
let handed: { file: File; path: string } | null = null;

/** The page at `path` will open the file. */
export function handOffFile(file: File, path: string): void {
  handed = { file, path };
}

/** The file for the page at `path`, once. */
export function takeHandedFile(path: string): File | null {
  if (handed?.path !== path) return null;
  const { file } = handed;
  handed = null;
  return file;
}
