"use client";

import { useEffect } from "react";
import { useWorkspaceRouter } from "#components/ui/workspace.ts";

/** Opens the page that a part of this one has become: a hash never reaches the server. */
export function HashRedirect({ pages }: { pages: Readonly<Record<string, string>> }) {
  const router = useWorkspaceRouter();
  useEffect(() => {
    const path = pages[location.hash.slice(1)];
    if (path) router.replace(path);
  }, [pages, router]);
  return null;
}
