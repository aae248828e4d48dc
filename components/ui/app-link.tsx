"use client";

import Link from "next/link";
import type { ComponentProps } from "react";
import { isLeavingGuarded } from "./leave-guard.ts";
import { cancelWaitingPage, isReachable } from "./reach.ts";
import { useOpenPage } from "./use-open-page.ts";

type Props = Omit<ComponentProps<typeof Link>, "prefetch" | "href" | "onNavigate"> & { href: string };

/** A link inside the dashboard. Pages are rendered for each request, so prefetching gains nothing. */
export function AppLink(props: Props) {
  const openPage = useOpenPage();
  return (
    <Link
      {...props}
      prefetch={false}
      onNavigate={(event) => {
        if (isReachable() && !isLeavingGuarded()) return cancelWaitingPage();
        event.preventDefault();
        openPage(props.href);
      }}
    />
  );
}
