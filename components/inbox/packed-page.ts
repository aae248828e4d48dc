import type { ListPage } from "./list-range.ts";

/** A page as one text: React would visit each of its values when it writes the page's data, and again when it reads it. */
export type PackedPage = { json: string };

const opened = new WeakMap<PackedPage, ListPage>();

export const packPage = (page: ListPage): PackedPage => ({ json: JSON.stringify(page) });

/** What was packed: of the same thing always the same. */
export function openPage(packed: PackedPage): ListPage {
  const page = opened.get(packed) ?? (JSON.parse(packed.json) as ListPage);
  opened.set(packed, page);
  return page;
}
