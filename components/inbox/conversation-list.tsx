"use client";

import { useRef } from "react";
import { type ListProps, ListView } from "./list-view.tsx";
import { openPage } from "./packed-page.ts";
import { useConversationList } from "./use-conversation-list.ts";

/** The list of a filter. Its order changes as messages arrive. */
export function ConversationList({ newest, ...props }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useConversationList(openPage(newest), props.filter, scroller);
  return <ListView {...props} {...list} scroller={scroller} />;
}
