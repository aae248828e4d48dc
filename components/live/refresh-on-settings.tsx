"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useLive } from "./live-provider.tsx";

/** Renders the page again when a site's settings change elsewhere, or its tag is seen. */
export function RefreshOnSettings() {
  const router = useRouter();
  const { inbox } = useLive();
  useEffect(
    () =>
      inbox.listen(({ type, data }) => {
        if (type === "settings.updated" && data.about === "sites") router.refresh();
      }),
    [inbox, router],
  );
  return null;
}
