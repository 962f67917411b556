/** Hands a text to the browser as a file to keep. */
export function save(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click; a minute is more than it takes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
