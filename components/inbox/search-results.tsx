"use client";

import { useRef } from "react";
import { type ListProps, ListView } from "./list-view.tsx";
import { openPage } from "./packed-page.ts";
import { useSearchResults } from "./use-search-results.ts";

/** The results of a search, in the order they were found. */
export function SearchResults({ newest, ...props }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const results = useSearchResults(openPage(newest), props.filter);
  return <ListView {...props} {...results} scroller={scroller} />;
}
