// What RFC 8187 lets a name contain as it is.
const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns a Content-Disposition (RFC 6266), with a plain name for old clients and the whole one in UTF-8. */
export function contentDisposition(type: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}
