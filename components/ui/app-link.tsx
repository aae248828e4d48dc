import Link from "next/link";
import type { ComponentProps } from "react";

/** A link inside of the dashboard. Its pages are made anew for each request, so fetching them ahead gains nothing. */
export function AppLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  return <Link {...props} prefetch={false} />;
}
