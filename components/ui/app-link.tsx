"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { isReachable, onceReachable } from "./reach.ts";

type Props = Omit<ComponentProps<typeof Link>, "prefetch" | "href" | "onNavigate"> & { href: string };

/**
 * A link inside of the dashboard. Its pages are made anew for each request, so fetching them ahead gains nothing. Without a
 * connection it waits for one: to go on would be to lose what is here for the browser's error page.
 */
export function AppLink(props: Props) {
  const router = useRouter();
  return (
    <Link
      {...props}
      prefetch={false}
      onNavigate={(event) => {
        if (isReachable()) return;
        event.preventDefault();
        onceReachable(() => router.push(props.href));
      }}
    />
  );
}
