import type { ListPage } from "./list-range.ts";

/** A page as one string: React would visit each of its values to serialize the page's data, and again to parse it. */
export type PackedPage = { json: string };

const opened = new WeakMap<PackedPage, ListPage>();

export const packPage = (page: ListPage): PackedPage => ({ json: JSON.stringify(page) });

/** Unpacks a page. The same packed page always returns the same object. */
export function openPage(packed: PackedPage): ListPage {
  const page = opened.get(packed) ?? (JSON.parse(packed.json) as ListPage);
  opened.set(packed, page);
  return page;
}
