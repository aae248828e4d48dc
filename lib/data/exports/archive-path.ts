import { plainName } from "../../files/files/names.ts";

const BYTES_MAX = 120;
// What Windows doesn't allow in a name.
const REFUSED = /[<>:"|?*]/g;
// Nor at the end of one.
const TRAILING = /[. ]+$/;
const ENDING = /\.[^.\s]{1,10}$/u;

/**
 * Returns the path of a file in an archive. It begins with the id, so it's unique whatever a file system makes of capitals and
 * accents, never a reserved name, and in the order of uploads.
 */
export function archivePath({ id, name }: { id: string; name: string }): string {
  const safe = plainName(name).replace(REFUSED, "_").replace(TRAILING, "");
  const ending = ENDING.exec(safe)?.[0] ?? "";
  const stem = cutBytes(safe.slice(0, safe.length - ending.length), BYTES_MAX - Buffer.byteLength(ending));
  // Where a name without an ending was cut, too.
  return `files/${id}-${`${stem}${ending}`.replace(TRAILING, "")}`;
}

// Whole characters, in UTF-8: most file systems count bytes, up to 255.
function cutBytes(text: string, most: number): string {
  let bytes = 0;
  let cut = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}
