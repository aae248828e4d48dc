"use client";

import Link, { useLinkStatus } from "next/link";
import type { ComponentProps } from "react";
import { isLeavingGuarded } from "./leave-guard.ts";
import { cancelWaitingPage, isReachable } from "./reach.ts";
import { useOpenPage } from "./use-open-page.ts";
import { useWorkspacePath } from "./workspace.ts";

type Props = Omit<ComponentProps<typeof Link>, "prefetch" | "href" | "onNavigate"> & { href: string };

/** A link inside the workspace's dashboard. Pages are rendered for each request, so prefetching gains nothing. */
export function AppLink({ children, ...props }: Props) {
  const openPage = useOpenPage();
  const toHref = useWorkspacePath();
  return (
    <Link
      {...props}
      href={toHref(props.href)}
      prefetch={false}
      onNavigate={(event) => {
        if (isReachable() && !isLeavingGuarded()) return cancelWaitingPage();
        event.preventDefault();
        openPage(props.href);
      }}
    >
      {children}
      <PendingMark />
    </Link>
  );
}

/** Marks the link while its page loads. The style shows it from 150 ms on. */
function PendingMark() {
  const { pending } = useLinkStatus();
  return pending && <span data-pending hidden />;
}
