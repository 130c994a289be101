/** Gives the user a file that was made in the browser. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser has taken it by then; kept longer, it would stay in memory with the page.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
