/** Downloads a file that was created in the browser. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The download has started by then. Without this, the file would stay in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
